import { setTimeout as pause } from 'node:timers/promises';
import { createDungjiClient, type DungjiClient } from '@dungji/client';
import type { PlannedTask } from './plan.ts';
import type { Timeline } from './timeline.ts';

/** Somebody with an open screen, who asks for documents and believes only what was answered. */
export interface User {
  readonly client: DungjiClient;
  /** Numbers of the events seen, in the order they came; 0 where a snapshot began anew. */
  readonly seen: number[];
}

export interface Requested {
  readonly planned: PlannedTask;
  readonly taskId: string;
}

const ROAD_ADDRESS = '서울특별시 둥지구 둥지로12길 34';
const RETRY_PAUSE_MS = 500;
/** Far above the longest outage that is planned. */
const PATIENCE_MS = 120_000;

export async function signUp(urls: { apiUrl: string; webUrl: string }, number: number): Promise<User> {
  const headers = { 'content-type': 'application/json', origin: urls.webUrl };
  const signedUp = await fetch(`${urls.apiUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      email: `chaos-${number}@dungji.example`,
      password: 'chaos-chaos',
      name: `Chaos ${number}`,
    }),
  });
  if (!signedUp.ok) throw new Error(`sign-up answered ${signedUp.status}: ${await signedUp.text()}`);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const made = await fetch(`${urls.apiUrl}/trpc/apiKeys.create`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: 'chaos' }),
  });
  const answer = (await made.json()) as { result: { data: { key: string } } };
  return {
    client: createDungjiClient({ url: urls.apiUrl, apiKey: answer.result.data.key }),
    seen: [],
  };
}

/** Keeps the screen open until the signal aborts. */
export async function watch({ client, seen }: User, signal: AbortSignal): Promise<void> {
  for await (const event of client.watch({ signal })) {
    if (event.type === 'snapshot') seen.push(0);
    else if ('seq' in event) seen.push(event.seq);
  }
}

/** Asks until it is accepted, as a patient person would; each question has its own key, so none is asked twice. */
export async function request(user: User, planned: PlannedTask, timeline: Timeline): Promise<Requested> {
  const nest = await insist(() =>
    user.client.nests.create({
      name: `둥지 ${planned.number}`,
      roadAddress: ROAD_ADDRESS,
      detailAddress: planned.detailAddress,
      buildingType: 'APARTMENT',
      depositKrw: 100_000_000,
      monthlyRentKrw: 0,
      landlordName: '홍길동',
      contractFrom: '2026-01-01',
      contractTo: '2027-12-31',
    }),
  );
  const { taskId } = await insist(() =>
    user.client.issuance.request({
      nestId: nest.id,
      docType: 'REGISTRY',
      idempotencyKey: `chaos-${planned.number}`,
    }),
  );
  timeline.note(`accepted ${planned.number} as ${taskId}: ${planned.detailAddress}`);
  if (planned.cancelAfterMs !== null) {
    await pause(planned.cancelAfterMs);
    // It may have ended meanwhile, or nobody answers; both are a user's everyday life.
    await user.client.tasks.cancel({ taskId }).then(
      () => timeline.note(`cancelled ${planned.number}`),
      () => {},
    );
  }
  return { planned, taskId };
}

async function insist<T>(ask: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await pause(RETRY_PAUSE_MS);
    }
  }
}
