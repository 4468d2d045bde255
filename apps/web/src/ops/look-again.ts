/** Often enough to watch a fault pass; only while the page is in sight. */
export const LOOK_AGAIN = { refetchInterval: 5_000 } as const;
