import { createDungjiClient, type DungjiClient } from '@dungji/client';
import { openScreen, type Screen } from './screen.ts';

interface Urls {
  readonly apiUrl: string;
  readonly webUrl: string;
}

/** Somebody with an open screen, who asks for things and believes only what was answered. */
export interface User {
  readonly id: string;
  readonly client: DungjiClient;
  readonly screen: Screen;
}

export interface People {
  readonly users: readonly User[];
  /** Two who decide about cards, each with a screen. */
  readonly operators: readonly User[];
}

/** More than all videos of a run cost. */
export const GRANTED_CREDITS = 100_000;
const DEMO_PASSWORD = 'dungji-demo';
const PASSWORD = 'chaos-chaos';

/** Signs everybody up and in, gives the users their credits, and opens the screens. */
export async function gather(urls: Urls, count: number, closing: AbortSignal): Promise<People> {
  const signedUp: DungjiClient[] = [];
  for (let number = 0; number < count; number += 1) signedUp.push(await byKey(urls, number));
  const admin = await signIn(urls, 'admin@dungji.example', DEMO_PASSWORD);
  const operator = await signIn(urls, 'operator@dungji.example', DEMO_PASSWORD);
  const open = async (client: DungjiClient): Promise<User> => {
    const { id } = await client.me.get();
    return { id, client, screen: openScreen(client, closing) };
  };
  const users = await Promise.all(signedUp.map(open));
  for (const { id } of users) {
    const input = {
      userId: id,
      amount: GRANTED_CREDITS,
      note: 'chaos',
      idempotencyKey: `chaos-${id}`,
    };
    await admin.credits.grant(input);
  }
  return { users, operators: [await open(operator), await open(admin)] };
}

/** A program that acts for a person. */
async function byKey(urls: Urls, number: number): Promise<DungjiClient> {
  const email = `chaos-${number}@dungji.example`;
  await post(urls, '/api/auth/sign-up/email', { email, password: PASSWORD, name: `Chaos ${number}` });
  const person = await signIn(urls, email, PASSWORD);
  const { key } = await person.apiKeys.create({ name: 'chaos' });
  return createDungjiClient({ url: urls.apiUrl, apiKey: key });
}

async function signIn(urls: Urls, email: string, password: string): Promise<DungjiClient> {
  const response = await post(urls, '/api/auth/sign-in/email', { email, password });
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return createDungjiClient({
    url: urls.apiUrl,
    headers: { cookie: cookie.join('; '), origin: urls.webUrl },
  });
}

async function post({ apiUrl, webUrl }: Urls, path: string, body: object): Promise<Response> {
  const response = await fetch(`${apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: webUrl },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
