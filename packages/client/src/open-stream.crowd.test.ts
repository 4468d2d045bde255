import { afterEach, describe, expect, it } from 'vitest';
import { openStream } from './open-stream.ts';
import type { OpenStream } from './stream-types.ts';
import { ManualEnvironment } from './testing/manual-environment.ts';

const SECOND = 1_000;
let streams: OpenStream[] = [];
afterEach(async () => {
  await Promise.all(streams.map((stream) => stream.close()));
  streams = [];
});

/** Never the same twice in a row, and the same in every run. */
function dice(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Something that is never answered. */
const givenUp = (signal?: AbortSignal | null): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))));

describe('a crowd', () => {
  it('that is refused with Retry-After comes back when it was told and not together, and polls at its pace', async () => {
    const environment = Object.assign(new ManualEnvironment(), { random: dice() });
    const startedAt = environment.now();
    const tried = new Map<number, number>();
    let polls = 0;
    const CROWD = 40;
    for (let n = 0; n < CROWD; n += 1)
      streams.push(
        openStream({
          url: '',
          environment,
          onEvent() {},
          async fetch() {
            const second = Math.floor((environment.now() - startedAt) / SECOND);
            tried.set(second, (tried.get(second) ?? 0) + 1);
            return new Response('{}', { status: 503, headers: { 'retry-after': '10' } });
          },
          async poll() {
            polls += 1;
          },
        }),
      );
    await environment.advance(60 * SECOND);
    const { 0: first, ...later } = Object.fromEntries(tried);
    expect(first).toBe(CROWD);
    // Ten seconds at least between two of each one's, spread over five: never a half of them in one second.
    const attempts = Object.values(later);
    expect(attempts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(CROWD * 6);
    expect(Math.min(...Object.keys(later).map(Number))).toBeGreaterThanOrEqual(10);
    expect(Math.max(...attempts)).toBeLessThan(CROWD / 2);
    // The first at once, then one in four to five seconds.
    expect(polls).toBeGreaterThanOrEqual(CROWD * 12);
    expect(polls).toBeLessThanOrEqual(CROWD * 16);
  });
});

/** How long after each return of a line its follower knows the truth again; the longest. */
async function worstReturn(
  environment: ManualEnvironment,
  line: { isDown: boolean; heard: number; onCut?: () => void },
): Promise<number> {
  let worstMs = 0;
  for (let downMs = 8_000; downMs < 20_000; downMs += 431) {
    line.isDown = true;
    line.onCut?.();
    await environment.advance(downMs);
    const before = line.heard;
    line.isDown = false;
    const backAt = environment.now();
    while (line.heard === before && environment.now() < backAt + 10 * SECOND) await environment.advance(100);
    worstMs = Math.max(worstMs, environment.now() - backAt);
    await environment.advance(7 * SECOND);
  }
  return worstMs;
}

describe.each([0, 0.5, 0.999])('a line that is back (dice: %d)', (random) => {
  it('is noticed within five seconds after it refused everything, also where no stream comes through', async () => {
    const environment = Object.assign(new ManualEnvironment(), { randomNumber: random });
    const line = { isDown: false, heard: 0 };
    streams.push(
      openStream({
        url: '',
        environment,
        onEvent() {},
        // Taken and never answered, as by a proxy that waits for the end of the stream.
        fetch: (_, init) => (line.isDown ? Promise.reject(new TypeError('refused')) : givenUp(init?.signal)),
        async poll() {
          if (line.isDown) throw new TypeError('refused');
          line.heard += 1;
        },
      }),
    );
    expect(await worstReturn(environment, line)).toBeLessThan(5 * SECOND);
  });

  it('is noticed within five seconds after it swallowed everything, for good', async () => {
    const environment = Object.assign(new ManualEnvironment(), { randomNumber: random });
    const line = { isDown: false, heard: 0, onCut: () => {} };
    streams.push(
      openStream({
        url: '',
        environment,
        onEvent() {},
        onState({ status }) {
          if (status === 'live') line.heard += 1;
        },
        async fetch(_, init) {
          if (line.isDown) return givenUp(init?.signal);
          const body = new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('event: connected\ndata: {}\n\n'));
              line.onCut = () => controller.error(new Error('reset'));
              init?.signal?.addEventListener('abort', line.onCut);
            },
          });
          return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
        },
        async poll(signal) {
          if (line.isDown) await givenUp(signal);
          line.heard += 1;
        },
      }),
    );
    await environment.advance(SECOND);
    expect(await worstReturn(environment, line)).toBeLessThan(5 * SECOND);
  });
});
