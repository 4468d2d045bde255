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
      keepalive: outlivesPage(init?.body),
      signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
    });
  };

/** Browsers carry 64 KiB of such requests; a character takes at most three bytes. */
const KEPT_ALIVE_CHARACTERS_MAX = 20_000;

/** A request that is sent even if its page is closed in the next moment: what was clicked is asked for. */
const outlivesPage = (body: unknown): boolean =>
  typeof body === 'string' && body.length <= KEPT_ALIVE_CHARACTERS_MAX;
