import type { PlannedTask } from './plan.ts';
import { request, type World } from './requests.ts';

/** A register needs a browser that may have to start. */
const WITHIN_MS = 120_000;

/**
 * One task of each kind, when everything is over and nothing is hurt any more: each succeeds, or something was left behind that
 * nobody sees, as a worker that has gone deaf.
 *
 * @param number of the first of them
 */
export async function probes(world: World, number: number): Promise<string[]> {
  const probe = { atMs: 0, user: 0, cancelAfterMs: null, hopeful: true };
  const planned: PlannedTask[] = [
    { ...probe, number, kind: 'issuance', docType: 'REGISTRY', detailAddress: `201동 ${number + 1}호` },
    {
      ...probe,
      number: number + 1,
      kind: 'approval',
      approvers: 1,
      steps: [{ text: '', works: true, action: 'sandbox.apply', input: {} }],
    },
    { ...probe, number: number + 2, kind: 'generation', prompt: `#${number + 2} [render=0]`, seconds: 5 },
  ];
  const ends = await Promise.all(
    planned.map(async (one) => {
      const { taskId } = await request(world, one);
      const client = world.people.users[0]?.client;
      if (!client || taskId === null) return [`nobody asked for a ${one.kind}`];
      const task = await client.waitFor(taskId, { timeoutMs: WITHIN_MS }).catch(String);
      if (typeof task === 'string') return [`afterwards a ${one.kind} does not end: ${task}`];
      if (task.status === 'SUCCESS') return [];
      return [`afterwards a ${one.kind} fails with ${task.errorCode} (${taskId})`];
    }),
  );
  return ends.flat();
}
