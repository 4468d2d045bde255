/**
 * The idempotency key of a request, kept while nobody knows what became of it: asking again with it cannot start a second
 * issue. It belongs to the next task after the one in sight when it was made.
 */
export interface RequestKey {
  /** For a request made while the register's newest task is this one. */
  of(taskInSight: string | null): string;
  /** The server has answered: the next request is a new one. */
  answered(): void;
  /**
   * Once another task stands there, whatever was asked for has been accepted or overtaken. With the old key, a click would
   * be answered by that task and do nothing.
   */
  saw(taskInSight: string | null): void;
}

export function createRequestKey(newKey: () => string = () => crypto.randomUUID()): RequestKey {
  let open: { key: string; taskInSight: string | null } | null = null;
  function saw(taskInSight: string | null): void {
    if (open && open.taskInSight !== taskInSight) open = null;
  }
  return {
    saw,
    of(taskInSight) {
      saw(taskInSight);
      open ??= { key: newKey(), taskInSight };
      return open.key;
    },
    answered() {
      open = null;
    },
  };
}
