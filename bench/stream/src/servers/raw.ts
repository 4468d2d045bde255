import { createServer, type ServerResponse } from 'node:http';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { MISSED_SQL, readSettings, STREAM_SQL } from './settings.ts';

/**
 * The floor: what somebody would write by hand with Node, pg and Redis and nothing else. It trusts the user's name in a
 * header, numbers nothing, catches nothing up, and knows neither limits nor sessions.
 */
const { port, databaseUrl, redisUrl, channel, pingMs } = readSettings();
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const redis = new Redis(redisUrl);
const readers = new Map<string, Set<ServerResponse>>();

await redis.subscribe(channel);
redis.on('message', (_channel: string, json: string) => {
  const { stream, seq } = JSON.parse(json);
  for (const res of readers.get(stream) ?? []) res.write(`id: ${seq}\ndata: ${json}\n\n`);
});
setInterval(() => {
  for (const members of readers.values()) for (const res of members) res.write(':\n\n');
}, pingMs);

const server = createServer(async (req, res) => {
  const stream = `user:${req.headers['x-user']}`;
  const lastEventId = req.headers['last-event-id'];
  const members = readers.get(stream) ?? new Set();
  readers.set(stream, members.add(res));
  res.on('close', () => {
    members.delete(res);
    if (members.size === 0) readers.delete(stream);
  });
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (lastEventId === undefined) {
    const { rows } = await pool.query(STREAM_SQL, [stream]);
    res.write(`data: ${JSON.stringify({ type: 'snapshot', stream, seq: rows[0]?.seq ?? 0 })}\n\n`);
    return;
  }
  const { rows } = await pool.query(MISSED_SQL, [stream, lastEventId]);
  for (const { seq, payload } of rows) res.write(`id: ${seq}\ndata: ${JSON.stringify(payload)}\n\n`);
});
server.listen(port, '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.on('disconnect', () => process.exit(0));
