export { connectFailFast, DEFAULT_PREFIX, type Redis } from './connection.ts';
export { type Consumer, consume, consumeSweeps } from './consume.ts';
export { type EventPublisher, openEventPublisher } from './event-publisher.ts';
export { type EventSubscriber, openEventSubscriber } from './event-subscriber.ts';
export {
  findHeartbeats,
  type Heartbeat,
  readHeartbeats,
  startHeartbeat,
  type WorkerBeat,
} from './heartbeat.ts';
export { jobIdOf, type LooksJob, type SweepJob, TaskJob } from './job.ts';
export { pingRedis } from './ping.ts';
export { DispatchError, openQueues, type QueueCounts, type Queues } from './queues.ts';
export { requestLooks, requestSweep, requestSweepLater, scheduleSweep } from './sweep-schedule.ts';
