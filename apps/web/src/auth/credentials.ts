import { z } from 'zod';

/** What the forms check before asking; the server decides. Lengths are better-auth's own limits. */
export const Credentials = z.object({ email: z.email(), password: z.string().min(1).max(128) });
export type Credentials = z.infer<typeof Credentials>;

export const NewAccount = z.object({
  name: z.string().trim().min(1).max(60),
  email: z.email(),
  password: z.string().min(8).max(128),
});
export type NewAccount = z.infer<typeof NewAccount>;
