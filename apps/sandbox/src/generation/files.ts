import { readFileSync } from 'node:fs';
import type { Response } from 'express';
import { pause } from '../clock.ts';
import { GENERATION_PATH, type Job } from './jobs.ts';

/** Two seconds of a house from morning to evening; it is the answer to every prompt. */
const VIDEO = readFileSync(new URL('assets/house.webm', import.meta.url));

/** Far beyond what anybody takes for a video of half a minute. */
const HUGE_BYTES = 5_000_000_000;
const HANG_MS = 600_000;

/** Where the result of a job lies, if there is nothing wrong with it. */
export function resultUrlOf(job: Job, origin: string): string {
  if (job.wishes.file === 'private') return 'http://10.255.255.1/video.webm';
  return `${origin}${GENERATION_PATH}/files/${job.taskId}.webm`;
}

/** Sends the file, or does to it what the prompt asked for. */
export async function sendFile(job: Job, response: Response): Promise<void> {
  switch (job.wishes.file) {
    case 'missing':
      response.status(404).type('text').send('no such file');
      return;
    case 'html':
      response.type('html').send('<!doctype html><title>Sign in</title>');
      return;
    case 'huge':
      response.set({ 'Content-Type': 'video/webm', 'Content-Length': String(HUGE_BYTES) });
      response.write(VIDEO);
      return;
    case 'endless':
      response.set('Content-Type', 'video/webm');
      response.write(VIDEO);
      while (!response.closed && response.write(Buffer.alloc(1_000_000))) await pause(response, 1);
      return;
    case 'redirect':
      response.redirect(302, 'http://169.254.169.254/latest/meta-data');
      return;
    case 'hang':
      await pause(response, HANG_MS);
      response.end();
      return;
    default:
      response.type('video/webm').send(VIDEO);
  }
}
