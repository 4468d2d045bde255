import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Deps } from '../context.ts';
import { opsMetrics } from './ops-metrics.ts';
import { refuse } from './refuse.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Prometheus text, for loopback callers and for those who hold the token. */
export function metricsRoute(
  deps: Pick<Deps, 'hub' | 'db' | 'queues'>,
  token: string | undefined,
): RequestHandler {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'dungji_open_streams',
    help: 'Screens that follow events in this process',
    registers: [registry],
    collect() {
      this.set(deps.hub.size);
    },
  });
  const readOps = opsMetrics(registry, deps);
  return async (req, res) => {
    if (!mayRead(req, token)) return refuse(req, res, 'NOT_FOUND');
    await readOps();
    res.type(registry.contentType).send(await registry.metrics());
  };
}

function mayRead(req: Request, token: string | undefined): boolean {
  // With a token, loopback alone is no proof: a proxy on this machine calls from there for everybody.
  if (token === undefined)
    return LOOPBACK.has(req.socket.remoteAddress ?? '') && req.get('x-forwarded-for') === undefined;
  const given = Buffer.from(req.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
