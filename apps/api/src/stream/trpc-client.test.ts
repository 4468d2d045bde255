import type { ChangeEvent } from '@dungji/contracts';
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppRouter } from '../router-type.ts';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
});
afterAll(() => world.close());

describe('the wire', () => {
  it('is understood by tRPC’s own client: typed events, each with an id of its own', async () => {
    const url = `${world.api.url}/trpc`;
    const client = createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === 'subscription',
          true: httpSubscriptionLink({
            url,
            EventSource,
            eventSourceOptions: () => ({
              fetch: (input, init) =>
                fetch(input, { ...init, headers: { ...init.headers, ...tenant.headers } }),
            }),
          }),
          false: httpLink({ url, headers: tenant.headers }),
        }),
      ],
    });
    const seen: { id: string; type: string }[] = [];
    const subscription = client.events.subscribe.subscribe(
      {},
      { onData: ({ id, data }) => seen.push({ id, type: data.type }) },
    );
    try {
      await expect.poll(() => seen[0]?.type).toBe('snapshot');
      const nest = await client.nests.create.mutate({ ...NEST, buildingType: 'VILLA', autoIssue: true });
      await expect
        .poll(() => seen.map(({ type }) => type))
        .toContain('task.accepted' satisfies ChangeEvent['type']);
      expect(nest.documents.REGISTRY.task?.status).toBe('PENDING');
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    } finally {
      subscription.unsubscribe();
    }
  });
});
