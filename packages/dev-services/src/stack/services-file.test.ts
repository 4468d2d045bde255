import { expect, it } from 'vitest';
import { composeServices } from './services-file.ts';

it('services.json names working processes, both workers, and of the services only our own', () => {
  const one = (part: 'api' | 'sandbox' | 'web', pid: number) => ({
    part,
    supervisorPid: 1,
    processes: [{ name: part, pid, ready: true }],
  });
  const services = composeServices(
    {
      appEnv: {
        DATABASE_URL: 'postgres://a',
        REDIS_URL: 'redis://b',
        S3_ENDPOINT: 'http://c',
        S3_BUCKET: 'dungji',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
        WEB_URL: 'http://127.0.0.1:5173',
        API_URL: 'http://127.0.0.1:4000',
        REGISTRY_PORTAL_URL: 'http://127.0.0.1:4100/portal',
      },
      pids: { redis: 7 },
    },
    [
      one('api', 10),
      one('sandbox', 11),
      one('web', 12),
      {
        part: 'worker',
        supervisorPid: 1,
        processes: [
          { name: 'worker-1', pid: 13, ready: true },
          { name: 'worker-2', pid: 14, ready: true },
        ],
      },
    ],
  );
  expect(services).toEqual({
    databaseUrl: 'postgres://a',
    redisUrl: 'redis://b',
    s3: { endpoint: 'http://c', bucket: 'dungji', accessKeyId: 'key', secretAccessKey: 'secret' },
    webUrl: 'http://127.0.0.1:5173',
    apiUrl: 'http://127.0.0.1:4000',
    sandboxUrl: 'http://127.0.0.1:4100',
    pids: { api: 10, workers: [13, 14], sandbox: 11, web: 12, redis: 7 },
  });
});
