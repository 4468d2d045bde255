import { type RequestHandler, Router } from 'express';

/** A dependency that needs longer than this to say "here" is not ready for anybody. */
const CHECK_TIMEOUT_MS = 1_000;

export type Checks = Record<string, (timeoutMs: number) => Promise<void>>;

/** `/health/live`: the process answers. `/health/ready`: so do the things it needs, each by name; 503 when one does not. */
export function healthRoutes(checks: Checks, isDraining: () => boolean): RequestHandler {
  const routes = Router();
  routes.get('/live', (_req, res) => {
    res.json({ ok: true });
  });
  routes.get('/ready', async (_req, res) => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await answers(check)) ? 'up' : 'down'] as const,
      ),
    );
    const ok = !isDraining() && results.every(([, state]) => state === 'up');
    res
      .status(ok ? 200 : 503)
      .json({ ok, draining: isDraining(), dependencies: Object.fromEntries(results) });
  });
  return routes;
}

async function answers(check: (timeoutMs: number) => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check(CHECK_TIMEOUT_MS).then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
