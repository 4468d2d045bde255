export { freePort } from '../ports.ts';
export { isAlive } from '../process/processes.ts';
export { waitUntil } from '../wait-until.ts';
export { startNginx, type TestProxy } from './nginx.ts';
export { startPostgres, startRedis, startS3, type TestServer } from './servers.ts';
export { startTestStack, type TestStack } from './stack.ts';
export { startTestServices } from './test-services.ts';
