import { createAuthClient } from 'better-auth/react';
import { fetchWithin } from '../api/deadline.ts';

/** Same origin: the page's server passes /api/auth on to the api. Loaded only where somebody signs in or out. */
export const authClient = createAuthClient({
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: fetchWithin() },
});
