// Plain JavaScript: a thread starts without the TypeScript loader, so this one is up within milliseconds.
import { workerData } from 'node:worker_threads';

/** Short enough that memory cannot run far past its limit: filling 1 GB takes about half a second. */
const LOOK_EVERY_MS = 250;

/** @type {{parentPid: number, rssMegabytes: number, totalTimeoutMs: number}} */
const { parentPid, rssMegabytes, totalTimeoutMs } = workerData;
const deadlineAt = performance.now() + totalTimeoutMs;

// The parent keeps the time; this is for a parent that was killed, and for memory, which only this process sees.
setInterval(() => {
  const orphaned = process.ppid !== parentPid;
  const tooBig = process.memoryUsage.rss() > rssMegabytes * 1024 * 1024;
  if (orphaned || tooBig || performance.now() > deadlineAt) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
