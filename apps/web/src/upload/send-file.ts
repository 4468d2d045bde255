import { UploadFailedError } from './upload-failure.ts';

/** Nothing has moved for so long: the line is dead. Slow phones still move a few bytes a second. */
const STALLED_AFTER_MS = 30_000;

/** Where a file goes, as the server allowed it. */
export interface UploadTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
}

export interface SendOptions {
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

export type SendFile = (file: File, target: UploadTarget, options: SendOptions) => Promise<void>;

/**
 * Puts the bytes into the storage. XMLHttpRequest, because fetch can't tell how much of an upload has left.
 * @throws UploadFailedError cancelled, connection, expired or storage
 */
export const sendFile: SendFile = (file, target, { onProgress, signal }) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const stop = () => request.abort();
    const fail = (kind: 'cancelled' | 'connection' | 'expired' | 'storage') => {
      finish();
      reject(new UploadFailedError({ kind }));
    };
    const finish = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', stop);
    };
    const moved = () => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, STALLED_AFTER_MS);
    };
    request.upload.addEventListener('progress', (event) => {
      moved();
      onProgress(event.loaded);
    });
    request.addEventListener('abort', () => fail(signal.aborted ? 'cancelled' : 'connection'));
    request.addEventListener('error', () => fail('connection'));
    request.addEventListener('load', () => {
      const { status } = request;
      if (status >= 200 && status < 300) {
        finish();
        resolve();
      } else {
        fail(status === 403 ? 'expired' : 'storage');
      }
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) return fail('cancelled');
    request.open('PUT', target.url);
    for (const [name, value] of Object.entries(target.headers)) request.setRequestHeader(name, value);
    moved();
    request.send(file);
  });
