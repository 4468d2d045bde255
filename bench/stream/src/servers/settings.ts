const need = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

/** What the two servers that the product is compared with are told. */
export const readSettings = () => ({
  port: Number(need('API_PORT')),
  databaseUrl: need('DATABASE_URL'),
  redisUrl: need('REDIS_URL'),
  channel: `${need('REDIS_PREFIX')}:events`,
  pingMs: Number(need('SSE_PING_MS')),
});

/** Reads how a stream stands, and what happened in it after a number. */
export const STREAM_SQL = `SELECT coalesce(max(seq), 0)::int AS seq FROM event WHERE stream = $1`;
export const MISSED_SQL = `SELECT seq, payload FROM event WHERE stream = $1 AND seq > $2::bigint ORDER BY seq`;
