import { Approval } from './approval.ts';
import { AuthAccount, AuthApikey, AuthSession, AuthUser, AuthVerification } from './auth.ts';
import { CreditAccount, CreditEntry } from './credit.ts';
import { Document, DocumentAnalysis, DocumentText, LedgerRecord, StoredObject } from './document.ts';
import { Stream, StreamEvent } from './event.ts';
import { Generation } from './generation.ts';
import { Nest } from './nest.ts';
import { OperatorAction } from './operator-action.ts';
import { SweepRun } from './sweep-run.ts';
import { Idempotency, Task, TaskStep } from './task.ts';
import { Upload } from './upload.ts';

/**
 * The tables as TypeORM sees them; schema.test.ts keeps them equal to what the migrations make. Schemas instead of
 * decorated classes: decorators would need a compiler option in the tsconfig of every directory a process may start in.
 */
export const ENTITIES = [
  AuthUser,
  AuthSession,
  AuthAccount,
  AuthVerification,
  AuthApikey,
  Nest,
  StoredObject,
  Document,
  DocumentText,
  DocumentAnalysis,
  Task,
  TaskStep,
  Idempotency,
  Approval,
  Stream,
  StreamEvent,
  SweepRun,
  OperatorAction,
  Upload,
  LedgerRecord,
  CreditAccount,
  CreditEntry,
  Generation,
];
