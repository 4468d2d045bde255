import { EventEmitter, on } from 'node:events';
import type { ChangeEvent } from '@dungji/contracts';
import { initTRPC, tracked } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import express from 'express';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { z } from 'zod';
import { MISSED_SQL, readSettings, STREAM_SQL } from './settings.ts';

/** The same as tRPC's documentation teaches it: a subscription by generator over an emitter, backfill first. */
const { port, databaseUrl, redisUrl, channel, pingMs } = readSettings();
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const redis = new Redis(redisUrl);
const emitter = new EventEmitter();
emitter.setMaxListeners(0);

await redis.subscribe(channel);
redis.on('message', (_channel: string, json: string) => {
  const event: ChangeEvent = JSON.parse(json);
  emitter.emit(event.stream, event);
});

const t = initTRPC
  .context<{ stream: string }>()
  .create({ sse: { ping: { enabled: true, intervalMs: pingMs } } });

const events = t.router({
  subscribe: t.procedure
    .input(z.object({ lastEventId: z.string().nullish() }).optional())
    .subscription(async function* ({ ctx: { stream }, input, signal }) {
      const live = on(emitter, stream, signal ? { signal } : {});
      if (input?.lastEventId == null) {
        const { rows } = await pool.query(STREAM_SQL, [stream]);
        yield tracked('snapshot', { type: 'snapshot', stream, seq: Number(rows[0]?.seq ?? 0) });
      } else {
        const { rows } = await pool.query(MISSED_SQL, [stream, input.lastEventId]);
        for (const { seq, payload } of rows) yield tracked(String(seq), payload);
      }
      for await (const [event] of live) yield tracked(String(event.seq), event);
    }),
});

const app = express();
app.use(
  '/trpc',
  createExpressMiddleware({
    router: t.router({ events }),
    createContext: ({ req }) => ({ stream: `user:${req.get('x-user')}` }),
  }),
);
app.listen(port, '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.on('disconnect', () => process.exit(0));
