import type {
  Accepted,
  DocumentId,
  IssuanceResult,
  OcrResult,
  SettledTask as SettledView,
  TaskKind,
} from '@dungji/contracts';

/** What a successful task of each kind leaves behind. */
export interface TaskResults {
  issuance: IssuanceResult;
  ocr: OcrResult;
  approval: { steps: number };
  generation: { documentId: DocumentId };
}

type Succeeded = Omit<Extract<SettledView, { status: 'SUCCESS' }>, 'kind' | 'result'>;
type Failed = Omit<Extract<SettledView, { status: 'FAILED' }>, 'kind'>;

/**
 * A task that has come to its end: `status` tells SUCCESS (with `result`) from FAILED (with `errorCode`), and `kind` which
 * `result` it is.
 */
export type SettledTask<Kind extends TaskKind = TaskKind> = Kind extends TaskKind
  ? (Succeeded & { kind: Kind; result: TaskResults[Kind] }) | (Failed & { kind: Kind })
  : never;

declare const kindOfTask: unique symbol;

/** A task id that remembers its kind, for the compiler alone; at run time it is a string. */
export type TaskIdOf<Kind extends TaskKind> = string & { readonly [kindOfTask]: Kind };

/** The answer to a call that starts work: it is accepted, and will be settled by the server whatever happens. */
export interface AcceptedTask<Kind extends TaskKind> extends Omit<Accepted, 'taskId'> {
  /** For `waitFor`. */
  taskId: TaskIdOf<Kind>;
}
