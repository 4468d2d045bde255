import type { ServicesFile } from '@dungji/dev-services';
import type { Client } from 'pg';
import type { People } from '../people.ts';
import type { Requested } from '../requests.ts';

/** What a run has left behind, when nothing is active any more. */
export interface Aftermath {
  readonly services: ServicesFile;
  /** What the processes of the stack carry in their environment. */
  readonly mark: string;
  readonly sql: Client;
  readonly people: People;
  readonly requested: readonly Requested[];
  readonly outside: Outside;
}

/** What the outside world knows: the sandbox is never hurt. */
export interface Outside {
  readonly purchases: readonly {
    readonly orderNo: string;
    readonly address: string;
    readonly times: number;
  }[];
  readonly submits: readonly { readonly idempotencyKey: string; readonly times: number }[];
  readonly applications: readonly {
    readonly key: string;
    readonly idempotencyKey: string;
    readonly times: number;
    readonly appliedAt: string;
  }[];
}

export async function readOutside({ sandboxUrl }: ServicesFile): Promise<Outside> {
  const response = await fetch(`${sandboxUrl}/__sandbox/state`);
  return (await response.json()) as Outside;
}

/** Sentences that are false now; none, if all is well. */
export type Invariant = (aftermath: Aftermath) => Promise<string[]>;
