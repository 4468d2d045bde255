export { openGate } from './gate.ts';
export { type OwnRedis, startOwnRedis } from './own-redis.ts';
