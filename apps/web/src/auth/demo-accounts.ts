/** Seeded outside production. A production build has no use for this file and leaves it out. */
export const DEMO_PASSWORD = 'dungji-demo';
export const DEMO_ACCOUNTS = ['tenant', 'tenant2', 'operator', 'admin'] as const;
export type DemoAccount = (typeof DEMO_ACCOUNTS)[number];

export const demoEmail = (account: DemoAccount): string => `${account}@dungji.example`;
