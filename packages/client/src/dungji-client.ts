import type {
  AnalysisView,
  ApprovalDetail,
  ApprovalRef,
  ApprovalView,
  CheckInsurance,
  CreateNest,
  CreateUpload,
  CreditBalance,
  CreditEntryView,
  DocumentRef,
  DocumentView,
  GenerationAccepted,
  GenerationView,
  GetAnalysis,
  GrantCredits,
  InsuranceView,
  IssuanceOutlook,
  IssuanceOutlookQuery,
  ListApprovals,
  ListCredits,
  ListDocuments,
  ListGenerations,
  ListNests,
  ListTasks,
  NestRef,
  NestView,
  OpenApproval,
  RejectApproval,
  RequestGeneration,
  RequestIssuance,
  Role,
  StepView,
  TaskKind,
  TaskRef,
  TaskView,
  UpdateNest,
  UploadTicket,
} from '@dungji/contracts';
import type { z } from 'zod';
import type { CallOptions, Page } from './calls.ts';
import type { OperatorCalls } from './operator-calls.ts';
import type { AcceptedTask, SettledTask, TaskIdOf } from './settled-task.ts';
import type { UploadedFile, UploadFile } from './upload-file.ts';
import type { ApprovalWaitOptions, WaitOptions } from './view-waits.ts';
import type { WatchEvent, WatchOptions } from './watch.ts';

export interface Person {
  id: string;
  email: string;
  role: Role;
  locale: string;
}

export interface ApiKey {
  id: string;
  name: string;
  /** First characters of the key, to recognise it by. */
  start: string | null;
  expiresAt: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Everything the product offers. Each call throws DungjiError when it is refused or the server cannot be reached. */
export interface DungjiClient {
  /** Needs no credential. */
  health(options?: CallOptions): Promise<{ ok: true; version: string; serverNow: string }>;

  me: {
    /** Whom the key or session belongs to. */
    get(options?: CallOptions): Promise<Person>;
  };

  /** A nest is a home that somebody thinks of renting. */
  nests: {
    create(input: z.input<typeof CreateNest>, options?: CallOptions): Promise<NestView>;
    list(input?: z.input<typeof ListNests>, options?: CallOptions): Promise<Page<NestView>>;
    get(input: z.input<typeof NestRef>, options?: CallOptions): Promise<NestView & { serverNow: string }>;
    /** Changes the fields that are given. */
    update(input: z.input<typeof UpdateNest>, options?: CallOptions): Promise<NestView>;
    /** Refused with ACTIVE_TASKS while work for it is running. */
    remove(input: z.input<typeof NestRef>, options?: CallOptions): Promise<{ nestId: string }>;
  };

  issuance: {
    /**
     * Starts the issuing of an official document of a nest; while one is running already, the answer is that one
     * (`reused`). Repeating a call with the same `idempotencyKey` never starts a second one.
     *
     * @example
     * const { taskId } = await dungji.issuance.request({ nestId, docType: 'REGISTRY', idempotencyKey: 'order-42' });
     * const task = await dungji.waitFor(taskId);
     */
    request(input: z.input<typeof RequestIssuance>, options?: CallOptions): Promise<AcceptedTask<'issuance'>>;
    /** What can be said beforehand: the fee, how long it usually takes, who waits, and whether a worker is there. */
    outlook(input: z.input<typeof IssuanceOutlookQuery>, options?: CallOptions): Promise<IssuanceOutlook>;
  };

  tasks: {
    get(
      input: z.input<typeof TaskRef>,
      options?: CallOptions,
    ): Promise<{ task: TaskView; steps: StepView[]; serverNow: string }>;
    list(input?: z.input<typeof ListTasks>, options?: CallOptions): Promise<Page<TaskView>>;
    /** Refused with ALREADY_RESOLVED when it came to its end before. */
    cancel(input: z.input<typeof TaskRef>, options?: CallOptions): Promise<TaskView>;
  };

  documents: {
    /** Newest first. The newest of its type is what stands in its nest; the others are the history. */
    list(input?: z.input<typeof ListDocuments>, options?: CallOptions): Promise<DocumentView[]>;
    /**
     * Sends a file: a scan of an official document for a nest, or a picture to generate from. It resolves when the server
     * has looked at the file and begins to read it.
     *
     * @throws DungjiError UPLOAD_MISMATCH when the file is not what it was said to be, UNREACHABLE when the storage did
     *   not take it
     * @example
     * const { documentId, taskId } = await dungji.documents.upload({ file, fileName: 'scan.pdf', docType: 'REGISTRY', nestId });
     * await dungji.waitFor(taskId);
     */
    upload(input: UploadFile, options?: CallOptions): Promise<UploadedFile>;
    /** `upload` in parts, for whoever sends the bytes by other means: PUT them to `url` with `headers`, then complete. */
    createUpload(input: z.input<typeof CreateUpload>, options?: CallOptions): Promise<UploadTicket>;
    completeUpload(input: z.input<typeof DocumentRef>, options?: CallOptions): Promise<AcceptedTask<'ocr'>>;
    /** A link that works for a few minutes: ask for a fresh one at each use. */
    download(
      input: z.input<typeof DocumentRef>,
      options?: CallOptions,
    ): Promise<{ url: string; expiresAt: string }>;
  };

  ocr: {
    /** Reads a stored document again; while it is being read, the answer is that task (`reused`). */
    request(input: z.input<typeof DocumentRef>, options?: CallOptions): Promise<AcceptedTask<'ocr'>>;
  };

  /** A card lists steps that run, in order, once an operator approves it. */
  approvals: {
    /** For operators, and for programs by API key. Repeating it with the same `idempotencyKey` answers the same card. */
    open(input: z.input<typeof OpenApproval>, options?: CallOptions): Promise<ApprovalView>;
    /** One's own cards; everybody's for operators. */
    list(input?: z.input<typeof ListApprovals>, options?: CallOptions): Promise<Page<ApprovalView>>;
    /** With the inputs of its steps. */
    get(
      input: z.input<typeof ApprovalRef>,
      options?: CallOptions,
    ): Promise<ApprovalDetail & { serverNow: string }>;
    /**
     * Resolves when nothing more can come of the card (APPLIED, REJECTED, EXPIRED, FAILED for good), or as soon as it is
     * decided: look at `status`.
     *
     * @throws ApprovalWaitTimeoutError after `timeoutMs`; the card goes on
     * @throws DungjiError NOT_FOUND, UNAUTHENTICATED and the like; not for mere trouble with the connection
     * @throws the signal's reason when it is aborted
     * @example
     * const card = await dungji.approvals.open({ title, steps, idempotencyKey: 'evening-42' });
     * const { status } = await dungji.approvals.waitFor(card.id);
     */
    waitFor(approvalId: string, options?: ApprovalWaitOptions): Promise<ApprovalView>;
    /** For operators in person. While the run is under way, the answer is that run (`reused`). */
    approve(input: z.input<typeof ApprovalRef>, options?: CallOptions): Promise<AcceptedTask<'approval'>>;
    /** For operators in person. */
    reject(input: z.input<typeof RejectApproval>, options?: CallOptions): Promise<ApprovalView>;
  };

  analysis: {
    /** What the newest documents of a nest say: registry, ledger, and what a tenant should know about them. */
    get(input: z.input<typeof GetAnalysis>, options?: CallOptions): Promise<AnalysisView>;
  };

  insurance: {
    /** Whether the deposit can be guaranteed, rule by rule. */
    check(input: z.input<typeof CheckInsurance>, options?: CallOptions): Promise<InsuranceView>;
  };

  generations: {
    /**
     * Starts a video from a picture, and takes its price; refused with INSUFFICIENT_CREDITS when that is not there. A video
     * that FAILED is refunded by the server, once, whatever ended it. Repeating a call with the same `idempotencyKey`
     * never starts or charges a second one.
     *
     * @example
     * const { taskId } = await dungji.generations.request({ imageUrl, prompt: '해 질 녘의 집', seconds: 5 });
     * const task = await dungji.waitFor(taskId, { timeoutMs: 30 * 60_000 });
     * if (task.status === 'SUCCESS') await dungji.documents.download({ documentId: task.result.documentId });
     */
    request(
      input: z.input<typeof RequestGeneration>,
      options?: CallOptions,
    ): Promise<AcceptedTask<'generation'> & Pick<GenerationAccepted, 'creditsCharged' | 'balance'>>;
    list(input?: z.input<typeof ListGenerations>, options?: CallOptions): Promise<Page<GenerationView>>;
  };

  credits: {
    balance(options?: CallOptions): Promise<CreditBalance>;
    /** Every charge, refund and grant, with the balance after it. */
    ledger(input?: z.input<typeof ListCredits>, options?: CallOptions): Promise<Page<CreditEntryView>>;
    /** For admins; others are refused with FORBIDDEN. The same `idempotencyKey` grants once. */
    grant(
      input: z.input<typeof GrantCredits>,
      options?: CallOptions,
    ): Promise<CreditBalance & { reused: boolean }>;
  };

  /** For people only: a call with an API key is refused with FORBIDDEN, so that a leaked key cannot make others. */
  apiKeys: {
    /** The one time that `key` itself is told: only its hash is stored. */
    create(
      input: { name: string; expiresAt?: string | undefined },
      options?: CallOptions,
    ): Promise<ApiKey & { key: string }>;
    list(options?: CallOptions): Promise<{ items: ApiKey[] }>;
    /** It stops working at once; open streams of it end within seconds. */
    revoke(input: { id: string }, options?: CallOptions): Promise<{ id: string }>;
  };

  ops: OperatorCalls;

  /**
   * Each change that the caller may see, as it happens: first a snapshot of what is, then events, in order and each
   * once. Leaving the loop, or aborting the signal, ends it and frees the connection.
   *
   * @throws DungjiError UNAUTHENTICATED when the key or session is no longer good
   * @example
   * for await (const event of dungji.watch({ signal })) {
   *   if (event.type === 'task.resolved') console.log(event.task?.id, event.task?.status);
   * }
   */
  watch(options?: WatchOptions): AsyncGenerator<WatchEvent, void>;

  /**
   * Resolves when the task is settled, one way or the other: look at `status`. All waits of a client share one stream.
   *
   * @throws TaskWaitTimeoutError after `timeoutMs`; the task goes on
   * @throws DungjiError NOT_FOUND, UNAUTHENTICATED and the like; not for mere trouble with the connection
   * @throws the signal's reason when it is aborted
   * @example
   * const task = await dungji.waitFor(taskId, { timeoutMs: 20 * 60_000 });
   * if (task.status === 'SUCCESS') console.log(task.result.documentId);
   * else console.error(task.errorCode);
   */
  waitFor<Kind extends TaskKind>(taskId: TaskIdOf<Kind>, options?: WaitOptions): Promise<SettledTask<Kind>>;
  waitFor(taskId: string, options?: WaitOptions): Promise<SettledTask>;
}
