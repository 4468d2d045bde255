import type { Role, UserId } from '@dungji/contracts';

/** Who asks: a person by session, or a program by API key. */
export interface Viewer {
  readonly userId: UserId;
  readonly email: string;
  readonly role: Role;
  readonly locale: string;
  /** Where the right to ask comes from; streams end when it is withdrawn. */
  readonly credential: { readonly type: 'session' | 'apiKey'; readonly id: string };
}
