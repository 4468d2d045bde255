/** Longer than any call takes while the server is well. On a dead line nothing else would ever end the wait. */
const ANSWER_WITHIN_MS = 15_000;

/** `fetch`, given up after a while: its answer's body too. The caller's own signal still counts. */
export const fetchWithin =
  (withinMs = ANSWER_WITHIN_MS) =>
  (
    input: RequestInfo | URL | string,
    init?: Omit<RequestInit, 'signal'> & { signal?: AbortSignal | null | undefined },
  ): Promise<Response> => {
    const deadline = AbortSignal.timeout(withinMs);
    return fetch(input, {
      ...init,
      signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
    });
  };
