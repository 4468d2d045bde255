import type { ApprovalView, SettledTask, StreamEvent, TaskView } from '@dungji/contracts';
import { ApprovalWaitTimeoutError, DungjiError, TaskWaitTimeoutError } from './dungji-error.ts';
import { backoffMs, PACE, retryAfterOf, retryAfterWithJitterMs } from './pace.ts';
import type { OpenStream, OpenStreamOptions, StreamEnvironment } from './stream-types.ts';
import { Pause } from './waiting.ts';

export interface WaitOptions<View = TaskView> {
  signal?: AbortSignal | undefined;
  /** Without it, as long as it takes: every accepted task is settled by the server within its limits. */
  timeoutMs?: number | undefined;
  /** Each newer version on the way. */
  onChange?(view: View): void;
}

export interface ApprovalWaitOptions extends WaitOptions<ApprovalView> {
  /**
   * decided: somebody approved or rejected it, or it expired. over (unless given): nothing more can come of it; a failed
   * run that may be approved again is not the end.
   */
  until?: 'decided' | 'over' | undefined;
}

interface Surroundings {
  environment: StreamEnvironment;
  getTask(taskId: string, signal: AbortSignal): Promise<TaskView>;
  getApproval(approvalId: string, signal: AbortSignal): Promise<ApprovalView>;
  openStream(callbacks: Pick<OpenStreamOptions, 'onEvent' | 'onState' | 'poll'>): OpenStream;
}

/** What is waited for; ids of tasks and cards differ by their prefix. */
interface Target<View> {
  readonly id: string;
  get(signal: AbortSignal): Promise<View>;
  isOver(view: View): boolean;
  timedOut(timeoutMs: number, lastSeen: View | null): Error;
}

type Seen = TaskView | ApprovalView;

interface Wait {
  readonly id: string;
  /** Ends the requests that were made for this wait. */
  readonly ended: AbortController;
  readonly pause: Pause;
  /** It has to be asked for: what became of it may have been told before the stream began. */
  isLookOwed: boolean;
  isInsisting: boolean;
  look(signal: AbortSignal): Promise<void>;
  see(view: Seen): void;
  fail(error: unknown): void;
}

/** Waits of one client. They share one stream, which is open exactly while somebody waits. */
export function createViewWaits({ environment, getTask, getApproval, openStream }: Surroundings) {
  const waits = new Set<Wait>();
  let stream: OpenStream | null = null;

  /** Rejects only when the server could not be asked; what is wrong with the wait itself ends the wait. */
  async function look(wait: Wait): Promise<void> {
    try {
      await wait.look(wait.ended.signal);
    } catch (error) {
      if (wait.ended.signal.aborted) return;
      if (error instanceof DungjiError && error.retryable) throw error;
      wait.fail(error);
    }
  }

  /** Asks until it is answered: a live stream never polls, and says nothing of what was settled before it began. */
  async function insistOnLook(wait: Wait): Promise<void> {
    wait.isLookOwed = true;
    if (wait.isInsisting) return;
    wait.isInsisting = true;
    let failures = 0;
    while (wait.isLookOwed && waits.has(wait)) {
      wait.isLookOwed = false;
      try {
        await look(wait);
      } catch (error) {
        wait.isLookOwed = true;
        openWhileNeeded();
        const { now, random } = environment;
        failures += 1;
        const askedMs = retryAfterWithJitterMs(retryAfterOf(error), random());
        await wait.pause.until(now() + Math.max(askedMs, backoffMs(failures, random())), environment);
      }
    }
    wait.isInsisting = false;
    openWhileNeeded();
  }

  function onEvent(event: StreamEvent): void {
    if (event.type !== 'snapshot') {
      for (const view of [event.task, event.approval])
        if (view) for (const wait of waits) if (wait.id === view.id) wait.see(view);
      return;
    }
    const byId = new Map([...event.tasks, ...event.approvals].map((view): [string, Seen] => [view.id, view]));
    for (const wait of waits) {
      const view = byId.get(wait.id);
      if (view) wait.see(view);
      // Settled long ago, or not ours: a snapshot holds only what is recent.
      else void insistOnLook(wait);
    }
  }

  function openWhileNeeded(): void {
    if (waits.size === 0) {
      void stream?.close();
      stream = null;
      return;
    }
    stream ??= openStream({
      onEvent,
      onState(state) {
        if (state.endedBy !== 'unauthenticated') return;
        stream = null;
        for (const wait of [...waits]) wait.fail(new DungjiError('UNAUTHENTICATED'));
      },
      async poll() {
        for (const wait of [...waits]) {
          await look(wait);
          // Nothing streams meanwhile, so nothing new can have come to be owed.
          wait.isLookOwed = false;
        }
      },
    });
  }

  function waitUntil<View extends Seen>(target: Target<View>, options: WaitOptions<View>): Promise<View> {
    const { signal, timeoutMs, onChange } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      let lastSeen: View | null = null;
      const end = (outcome: () => void): void => {
        if (!waits.delete(wait)) return;
        cancelTimeout?.();
        cancelOpening();
        signal?.removeEventListener('abort', onAbort);
        wait.ended.abort();
        wait.pause.end();
        openWhileNeeded();
        outcome();
      };
      const see = (view: View): void => {
        if (!waits.has(wait) || view.version <= (lastSeen?.version ?? 0)) return;
        lastSeen = view;
        if (target.isOver(view)) end(() => resolve(view));
        else onChange?.(view);
      };
      const wait: Wait = {
        id: target.id,
        ended: new AbortController(),
        pause: new Pause(),
        isLookOwed: false,
        isInsisting: false,
        look: async (lookSignal) => see(await target.get(lookSignal)),
        // Only a view of this very id comes here, and an id has one kind of view.
        see: (view) => see(view as View),
        fail: (error) => end(() => reject(error)),
      };
      const onAbort = (): void => wait.fail(signal?.reason);
      const cancelTimeout =
        timeoutMs === undefined
          ? null
          : environment.setTimer(() => wait.fail(target.timedOut(timeoutMs, lastSeen)), timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      waits.add(wait);
      // Registered before it is asked for, so a change that an open stream brings meanwhile is not missed. What is over
      // already costs no stream, unless the answer takes its time.
      const cancelOpening = environment.setTimer(openWhileNeeded, PACE.firstLook);
      void insistOnLook(wait);
    });
  }

  return {
    forTask: (taskId: string, options: WaitOptions): Promise<SettledTask> =>
      waitUntil(
        {
          id: taskId,
          get: (signal) => getTask(taskId, signal),
          isOver: isSettled,
          timedOut: (timeoutMs, lastSeen) => new TaskWaitTimeoutError(taskId, timeoutMs, lastSeen),
        },
        options,
      ) as Promise<SettledTask>,

    forApproval: (approvalId: string, options: ApprovalWaitOptions): Promise<ApprovalView> =>
      waitUntil(
        {
          id: approvalId,
          get: (signal) => getApproval(approvalId, signal),
          isOver: options.until === 'decided' ? isDecided : isOver,
          timedOut: (timeoutMs, lastSeen) => new ApprovalWaitTimeoutError(approvalId, timeoutMs, lastSeen),
        },
        options,
      ),
  };
}

const isSettled = ({ status }: TaskView): boolean => status === 'SUCCESS' || status === 'FAILED';
const isDecided = ({ status }: ApprovalView): boolean => status !== 'OPEN';
const isOver = ({ status, restorable }: ApprovalView): boolean =>
  status !== 'OPEN' && status !== 'ACCEPTED' && !restorable;
