import type { Response } from 'express';

/** Milliseconds since the epoch; a parameter so that tests can move time. */
export type Clock = () => number;

/** Waits, unless the visitor leaves before: then false, and there is nobody to answer. */
export function pause(response: Response, ms: number): Promise<boolean> {
  if (ms <= 0) return Promise.resolve(!response.closed);
  return new Promise((resolve) => {
    const left = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      response.off('close', left);
      resolve(true);
    }, ms);
    response.once('close', left);
  });
}
