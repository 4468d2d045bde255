import type { Limits, Role, UserId } from '@dungji/contracts';
import type { Db } from '@dungji/db';
import type { Queues } from '@dungji/redis';
import type { Storage } from '@dungji/storage';
import type { ApiKeys } from './auth/api-keys.ts';
import type { Hub } from './stream/hub.ts';

/** Who asks: a person by session, or a program by API key. */
export interface Viewer {
  readonly userId: UserId;
  readonly email: string;
  readonly role: Role;
  readonly locale: string;
  /** Where the right to ask comes from; streams end when it is withdrawn. */
  readonly credential: { readonly type: 'session' | 'apiKey'; readonly id: string };
}

/** What procedures work with. */
export interface Deps {
  readonly db: Db;
  readonly queues: Queues;
  readonly storage: Storage;
  readonly hub: Hub;
  readonly apiKeys: ApiKeys;
  readonly limits: Limits;
  readonly version: string;
}

export interface Context {
  readonly requestId: string;
  readonly viewer: Viewer | null;
  readonly deps: Deps;
}
