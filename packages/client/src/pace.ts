/** Every number of the stream's manners, in milliseconds. */
export const PACE = {
  /** Between two polls of a visible page, unless told otherwise. */
  poll: 5_000,
  /** Nobody looks: a hidden tab only keeps itself from becoming very old. */
  hiddenPoll: 60_000,
  /** A glance at another tab must not cost a reconnect. */
  hiddenGrace: 30_000,
  /** Less than a poll interval, so that a proxy which swallows the stream cannot delay the next poll past it. */
  connectTimeout: 4_000,
  /** A list that takes longer is as good as no answer; a line that is back is to be noticed within five seconds. */
  pollTimeout: 4_000,
  /** However often streams are tried, polls come no closer together unless somebody asks. */
  pollGap: 1_000,
  /** A call that takes longer is on a dead line. */
  callTimeout: 15_000,
  /** A first look at a task may keep the stream waiting this long: a settled task costs none. */
  firstLook: 1_000,
  /** Two lost pings of 5 s and a little, when the server does not say it itself. */
  silence: 12_500,
  /** Bounds of what a server may say. */
  silenceMin: 1_000,
  silenceMax: 120_000,
  /** How often silence is looked for; also how soon a machine that slept notices. */
  watch: 1_000,
  /** A stream that lived this long was a good one: the next break starts a fresh backoff. */
  stable: 5_000,
  /** Whatever the dice say, a refusal that comes at once must not make a busy loop. */
  backoffMin: 50,
  backoffBase: 1_000,
  backoffMax: 15_000,
  /** A longer Retry-After is taken for a mistake. */
  retryAfterMax: 300_000,
} as const;

/** Full jitter: anything between nothing and a bound that doubles, so that those who broke together come back apart. */
export function backoffMs(failures: number, random: number): number {
  const bound = Math.min(PACE.backoffMax, PACE.backoffBase * 2 ** Math.max(0, failures - 1));
  return Math.max(PACE.backoffMin, random * bound);
}

/**
 * From the end of a poll to the next one: a little earlier than the interval, never later, so that pages opened together
 * drift apart. After a poll that failed it is counted from its start and a fifth shorter: a line that is back is noticed
 * within the interval, whether it had refused or swallowed what was sent.
 */
export function pollPauseMs(
  intervalMs: number,
  random: number,
  { problem, tookMs }: { problem: { error: unknown } | null; tookMs: number },
): number {
  const pauseMs = intervalMs * (0.8 + 0.2 * random);
  if (problem === null) return pauseMs;
  return Math.max(retryAfterOf(problem.error), intervalMs / 5, pauseMs * 0.8 - tookMs);
}

/** What the server asked for and up to half as much again, spread over everyone it was asked of. */
export const retryAfterWithJitterMs = (askedMs: number, random: number): number =>
  Math.min(askedMs, PACE.retryAfterMax) * (1 + random / 2);

/** What a failed poll says by its error's `retryAfterMs`; 0 when it says nothing. */
export function retryAfterOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('retryAfterMs' in error)) return 0;
  const { retryAfterMs } = error;
  return typeof retryAfterMs === 'number' && retryAfterMs > 0
    ? Math.min(retryAfterMs, PACE.retryAfterMax)
    : 0;
}
