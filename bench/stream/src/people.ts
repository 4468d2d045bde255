import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@dungji/contracts';
import type { Db, Fence } from '@dungji/db';
import { newId } from '@dungji/db';
import { taskIn } from '@dungji/db/testing';

/** Somebody with an API key, and with a running task when there is to be something to tell. */
export interface Person {
  readonly userId: UserId;
  readonly apiKey: string;
  readonly fence: Fence | null;
}

/** Tasks are made by so many at a time. */
const TASKS_AT_ONCE = 8;

export async function makePeople(db: Db, count: number, withTask: number): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({
    userId: newId.user(),
    // 64 characters behind the prefix; a shorter one is refused unread.
    apiKey: `dgj_${randomBytes(32).toString('hex')}`,
  }));
  const ids = people.map(({ userId }) => userId);
  await db.query(
    `INSERT INTO auth_user ("id", "name", "email", "emailVerified")
     SELECT id, id, lower(id) || '@example.test', true FROM unnest($1::text[]) AS id`,
    [ids],
  );
  await db.query(
    `INSERT INTO auth_apikey ("id", "configId", "name", "referenceId", "prefix", "key", "enabled", "rateLimitEnabled",
                              "requestCount", "createdAt", "updatedAt")
     SELECT 'key-' || id, 'default', 'bench', id, 'dgj_', hash, true, false, 0, now(), now()
     FROM unnest($1::text[], $2::text[]) AS person (id, hash)`,
    [ids, people.map(({ apiKey }) => createHash('sha256').update(apiKey).digest('base64url'))],
  );
  const fences = new Map<UserId, Fence>();
  const waiting = ids.slice(0, withTask);
  const makeTasks = async (): Promise<void> => {
    for (let id = waiting.pop(); id; id = waiting.pop())
      fences.set(id, (await taskIn(db, 'PROCESSING', { user_id: id })).fence);
  };
  await Promise.all(Array.from({ length: TASKS_AT_ONCE }, makeTasks));
  return people.map((person) => ({ ...person, fence: fences.get(person.userId) ?? null }));
}
