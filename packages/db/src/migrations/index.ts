import { AuthTables1764400000001 } from './0001-auth-tables.ts';
import { NestsAndDocuments1764400000002 } from './0002-nests-and-documents.ts';
import { TasksAndEvents1764400000003 } from './0003-tasks-and-events.ts';
import { Snapshots1764400000004 } from './0004-snapshots.ts';
import { SweepRuns1764400000005 } from './0005-sweep-runs.ts';
import { Operators1764400000006 } from './0006-operators.ts';
import { OrdersOnRecord1764400000007 } from './0007-orders-on-record.ts';
import { ActiveTaskFirst1764400000008 } from './0008-active-task-first.ts';
import { ObjectsWithoutDocument1764400000009 } from './0009-objects-without-document.ts';
import { Approvals1764400000010 } from './0010-approvals.ts';
import { CreditsAndGenerations1764400000013 } from './0013-credits-and-generations.ts';
import { EntriesNameTheirTask1764400000014 } from './0014-entries-name-their-task.ts';
import { Uploads1764400000016 } from './0016-uploads.ts';
import { LedgerRecords1764400000017 } from './0017-ledger-records.ts';
import { IssuedByTime1764400000018 } from './0018-issued-by-time.ts';
import { DocumentAnalyses1764400000019 } from './0019-document-analyses.ts';

/** In order. A migration that has been released is never edited: the next change is the next file. */
export const MIGRATIONS = [
  AuthTables1764400000001,
  NestsAndDocuments1764400000002,
  TasksAndEvents1764400000003,
  Snapshots1764400000004,
  SweepRuns1764400000005,
  Operators1764400000006,
  OrdersOnRecord1764400000007,
  ActiveTaskFirst1764400000008,
  ObjectsWithoutDocument1764400000009,
  Approvals1764400000010,
  CreditsAndGenerations1764400000013,
  EntriesNameTheirTask1764400000014,
  Uploads1764400000016,
  LedgerRecords1764400000017,
  IssuedByTime1764400000018,
  DocumentAnalyses1764400000019,
];
