import type { AppRouter } from '@dungji/api';
import { type CreateTRPCReact, createTRPCReact, httpLink, type TRPCLink } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import type { ServerClock } from '../live/server-clock.ts';
import { fetchWithin } from './deadline.ts';

export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

/** Sets the page's idea of the server's clock by every answer that tells it. */
function serverClockLink(clock: ServerClock): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        const sentAtMs = performance.now();
        return next(op).subscribe({
          next(envelope) {
            const answer: unknown = 'data' in envelope.result ? envelope.result.data : null;
            if (typeof answer === 'object' && answer !== null && 'serverNow' in answer) {
              clock.observe(String(answer.serverNow), sentAtMs, performance.now());
            }
            observer.next(envelope);
          },
          error: (error) => observer.error(error),
          complete: () => observer.complete(),
        });
      });
}

/** One request per call: an accepting mutation answers 202 for itself alone, and a slow query delays no other. */
export const createTrpcClient = (
  clock: ServerClock,
  { url = '/trpc', answerWithinMs }: { url?: string; answerWithinMs?: number } = {},
) =>
  trpc.createClient({
    links: [serverClockLink(clock), httpLink({ url, fetch: fetchWithin(answerWithinMs) })],
  });
