import { trpc } from '../api/trpc.ts';

/** What is left, kept current by events; `null` until it is known. */
export const useBalance = (): number | null => trpc.credits.balance.useQuery().data?.balance ?? null;
