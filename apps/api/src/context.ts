import type { Limits, StepTargets } from '@dungji/contracts';
import type { Db } from '@dungji/db';
import type { Queues } from '@dungji/redis';
import type { Storage } from '@dungji/storage';
import type { ApiKeys } from './auth/api-keys.ts';
import type { Hub } from './stream/hub.ts';
import type { Viewer } from './viewer.ts';

/** What procedures work with. */
export interface Deps {
  readonly db: Db;
  readonly queues: Queues;
  readonly storage: Storage;
  readonly hub: Hub;
  readonly apiKeys: ApiKeys;
  readonly limits: Limits;
  readonly stepTargets: StepTargets;
  /** `URL.host` of the sandbox, whose pictures may be used although it is no public place; null in production. */
  readonly sandboxHost: string | null;
  readonly version: string;
}

export interface Context {
  readonly requestId: string;
  readonly viewer: Viewer | null;
  readonly deps: Deps;
}
