// One generation worked on by a process of its own, to be killed at a named point: hands it in, then looks until it is over.
import { setTimeout as pause } from 'node:timers/promises';
import { Limits, TaskId, UserId } from '@dungji/contracts';
import { findTask, openDb } from '@dungji/db';
import { openStorage } from '@dungji/storage';
import { pino } from 'pino';
import { z } from 'zod';
import { armCrashPoint } from '../crash-point.ts';
import { openJobApi } from '../kinds/generation/job-api.ts';
import { generationRunner } from '../kinds/generation/run.ts';
import { lookAtDue } from '../kinds/generation/settlers.ts';
import { createRunner } from '../runner.ts';
import { trackRunningTasks } from '../running-tasks.ts';

export const GenerationProcess = z.object({
  taskId: TaskId,
  userId: UserId,
  point: z.string(),
  databaseUrl: z.string(),
  s3Endpoint: z.string(),
  s3Bucket: z.string(),
  outsideUrl: z.string(),
  limits: Limits,
});
export type GenerationProcess = z.infer<typeof GenerationProcess>;

async function main(options: GenerationProcess): Promise<void> {
  const { taskId, userId, limits } = options;
  const log = pino({ level: 'silent' });
  const db = await openDb({ url: options.databaseUrl, poolMax: 3 });
  const storage = openStorage({
    endpoint: options.s3Endpoint,
    region: 'us-east-1',
    bucket: options.s3Bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
  const provider = openJobApi({ url: `${options.outsideUrl}/generation`, key: 'test' });
  const run = createRunner({
    db,
    workerId: `killed-${process.pid}`,
    bootId: `killed-${process.pid}`,
    limits,
    running: trackRunningTasks(),
    dispatch: async () => true,
    keepEvidence: async () => {},
    log,
    kinds: { generation: generationRunner({ db, storage, provider }) },
  });
  armCrashPoint(options.point);
  await run({ taskId, attempt: 1 });
  const allowedHosts = new Set([new URL(options.outsideUrl).host]);
  const looks = { db, storage, provider, limits, log, allowedHosts };
  for (;;) {
    await lookAtDue(looks, { userId }, { budgetMs: 5_000, signal: new AbortController().signal });
    const task = await findTask(db, { taskId, userId: null });
    if (!task || task.settledAt !== null) break;
    await pause(100);
  }
  await db.close();
  storage.close();
}

const given = process.argv[2];
if (given !== undefined) await main(GenerationProcess.parse(JSON.parse(given)));
