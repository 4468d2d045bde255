export { freePort } from '../ports.ts';
export { waitUntil } from '../wait-until.ts';
export { startPostgres, startRedis, startS3, type TestServer } from './servers.ts';
