import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { pause } from '../clock.ts';
import { resultUrlOf, sendFile } from './files.ts';
import { isModel, type Job, type JobBook, RESULT_SHAPES } from './jobs.ts';
import { readPrompt } from './tokens.ts';

const Submit = z.object({
  model: z.string(),
  input: z.object({
    imageUrl: z.url(),
    prompt: z.string().min(1).max(5_000),
    durationSeconds: z.int().min(1).max(60),
  }),
});

const refuse = (response: Response, status: number, message: string): void => {
  response.status(status).json({ code: status, message, data: null });
};

/**
 * A provider of videos in the style of a job API: work is handed in under an idempotency key, and asked about by its
 * number or by that key. Mounted at `/generation`.
 */
export function generationRoutes(jobs: JobBook): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.use(withFault(jobs));

  router.get('/files/:name', async (request, response) => {
    const job = jobs.find((request.params.name ?? '').replace(/\.webm$/u, ''));
    if (job) await sendFile(job, response);
    else response.status(404).end();
  });

  router.use('/v1', needsKey, express.json({ limit: '1mb' }));

  router.post('/v1/tasks', (request, response) => {
    const idempotencyKey = request.get('idempotency-key');
    const submit = Submit.safeParse(request.body);
    if (!idempotencyKey || !submit.success || !isModel(submit.data.model))
      return refuse(response, 422, 'the request is not complete');
    const { prompt } = submit.data.input;
    if (readPrompt(prompt).reject) return refuse(response, 422, 'the prompt breaks our rules');
    const isNew = !jobs.findByKey(idempotencyKey);
    const job = jobs.submit(idempotencyKey, submit.data.model, prompt);
    if (job.wishes.dropReply && isNew) return void response.destroy();
    response.json({ code: 200, message: 'ok', data: { taskId: job.taskId } });
  });

  router.get('/v1/tasks', (request, response) => {
    const { idempotencyKey } = request.query;
    const job = typeof idempotencyKey === 'string' ? jobs.findByKey(idempotencyKey) : undefined;
    if (!job || job.wishes.gone) return refuse(response, 404, 'no such task');
    response.json({ code: 200, message: 'ok', data: { taskId: job.taskId } });
  });

  router.get('/v1/tasks/:taskId', (request, response) => {
    const job = jobs.find(request.params.taskId ?? '');
    if (!job || job.wishes.gone) return refuse(response, 404, 'no such task');
    job.queries += 1;
    if (job.queries <= job.wishes.queryErrors) return refuse(response, 500, 'internal error');
    response.json({ code: 200, message: 'ok', data: answerOf(jobs, job, originOf(request)) });
  });

  return router;
}

/** Everything a job says of itself; models name their results differently. */
function answerOf(jobs: JobBook, job: Job, origin: string): Record<string, unknown> {
  const { state, completedAtMs, hasUrl } = jobs.stateOf(job);
  const { secondsEpoch } = job.wishes;
  const hasFailed = state === 'fail';
  return {
    taskId: job.taskId,
    model: job.model,
    state,
    completeTime: completedAtMs !== null && secondsEpoch ? Math.floor(completedAtMs / 1000) : completedAtMs,
    failCode: hasFailed ? 'internal_error' : '',
    failMsg: hasFailed ? 'the model could not make anything of it' : '',
    ...RESULT_SHAPES[job.model](hasUrl ? [resultUrlOf(job, origin)] : []),
  };
}

const originOf = (request: Request): string => `${request.protocol}://${request.get('host') ?? '127.0.0.1'}`;

const needsKey: RequestHandler = (request, response, next) => {
  if (/^Bearer \S+/u.test(request.get('authorization') ?? '')) next();
  else refuse(response, 401, 'who are you?');
};

const withFault =
  (jobs: JobBook): RequestHandler =>
  async (_request, response, next) => {
    const fault = jobs.faults.of('generation');
    if (fault.mode === 'down') return refuse(response, 503, 'out of order');
    if (await pause(response, fault.ms)) next();
  };
