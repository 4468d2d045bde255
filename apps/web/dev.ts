import { fileURLToPath } from 'node:url';
import { createServer, type ProxyOptions } from 'vite';
import { readEnv } from './env.ts';

/** The event stream stays open for hours and must pass byte by byte; no time-out ends it from this side. */
const toApi = (target: string): ProxyOptions => ({
  target,
  changeOrigin: false,
  timeout: 0,
  proxyTimeout: 0,
});

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    clearScreen: false,
    // Two servers that bundle into one folder pull it away from under each other.
    ...(env.cacheDir ? { cacheDir: env.cacheDir } : {}),
    server: {
      host: '127.0.0.1',
      port: env.webPort,
      strictPort: true,
      proxy: { '/trpc': toApi(env.apiUrl), '/api': toApi(env.apiUrl), '/admin': toApi(env.apiUrl) },
    },
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Vite listens to SIGTERM as well and would call it a failure.
    process.exitCode = 0;
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);

  await server.listen();
  process.send?.({ type: 'ready' });
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(message.startsWith('web:') ? message : `web: ${message}`);
  // A server that could not listen still watches files and would keep the process alive.
  process.exit(1);
});
