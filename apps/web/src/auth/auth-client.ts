import { createAuthClient } from 'better-auth/react';

/** Same origin: the page's server passes /api/auth on to the api. Loaded only where somebody signs in or out. */
export const authClient = createAuthClient({ basePath: '/api/auth' });
