import { type StreamEvent, Subscribe } from '@dungji/contracts';
import type { TrackedEnvelope } from '@trpc/server';
import { Refusal } from '../errors.ts';
import { procedure, router } from '../trpc.ts';

export const eventsRouter = router({
  /**
   * Declared here for its types. stream/endpoint.ts answers this path before tRPC sees it and writes tRPC's own wire
   * format: there, a refusal is still a real HTTP status, one timer pings all streams, a slow reader's bytes are counted,
   * and an idle stream costs a fraction of a generator chain.
   */
  // biome-ignore lint/correctness/useYield: never runs, see above
  subscribe: procedure.input(Subscribe).subscription(async function* (): AsyncGenerator<
    TrackedEnvelope<StreamEvent>
  > {
    throw new Refusal('INTERNAL');
  }),
});
