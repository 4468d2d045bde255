import type { DocumentId } from '@dungji/contracts';
import { useEffect, useRef, useState } from 'react';
import type { SendFile } from './send-file.ts';
import { UploadFailedError, type UploadFailure } from './upload-failure.ts';
import {
  confirmUpload,
  type UploadCalls,
  type UploadPurpose,
  type UploadStep,
  uploadFile,
} from './upload-file.ts';

/** A file as it stands in the browser. */
export interface ChosenFile {
  name: string;
  sizeBytes: number;
}

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'checking'; file: ChosenFile }
  | { phase: 'sending'; file: ChosenFile; sentBytes: number }
  | { phase: 'storing'; file: ChosenFile }
  | { phase: 'done'; file: ChosenFile; documentId: DocumentId }
  | { phase: 'failed'; file: ChosenFile | null; failure: UploadFailure };

export interface Upload {
  state: UploadState;
  /** Takes the first file; more than one is a mistake that is said so. Does nothing while one is under way. */
  choose: (files: readonly File[]) => void;
  cancel: () => void;
  /** The same file once more. */
  retry: () => void;
  /** Back to choosing. */
  reset: () => void;
}

interface UploadUse {
  calls: UploadCalls;
  purpose: UploadPurpose;
  onDone: (documentId: DocumentId) => void;
  send?: SendFile;
}

/** One upload at a time. Leaving the screen stops it; nothing of it is kept. */
export function useUpload({ calls, purpose, onDone, send }: UploadUse): Upload {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const last = useRef<File | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function start(file: File, confirming?: DocumentId): void {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    last.current = file;
    const chosen: ChosenFile = { name: file.name, sizeBytes: file.size };
    /** After the screen has gone nobody is told. */
    const show = (next: UploadState) => {
      if (running.current === stop) setState(next);
    };
    const options = {
      calls,
      signal: stop.signal,
      ...(send && { send }),
      onStep: (step: UploadStep) =>
        show(
          step.phase === 'sending'
            ? { phase: 'sending', file: chosen, sentBytes: step.sentBytes }
            : { phase: 'storing', file: chosen },
        ),
    };
    show({ phase: 'checking', file: chosen });
    const sent =
      confirming === undefined ? uploadFile(file, purpose, options) : confirmUpload(confirming, options);
    sent
      .then((documentId) => {
        show({ phase: 'done', file: chosen, documentId });
        if (!stop.signal.aborted) onDone(documentId);
      })
      .catch((error: unknown) => {
        if (!(error instanceof UploadFailedError)) throw error;
        show({ phase: 'failed', file: chosen, failure: error.failure });
      })
      .finally(() => {
        if (running.current === stop) running.current = null;
      });
  }

  return {
    state,
    choose(files) {
      const [file, ...more] = files;
      if (!file || running.current) return;
      if (more.length > 0) setState({ phase: 'failed', file: null, failure: { kind: 'several' } });
      else start(file);
    },
    cancel: () => running.current?.abort(),
    retry() {
      if (state.phase !== 'failed' || !last.current) return;
      start(last.current, 'documentId' in state.failure ? state.failure.documentId : undefined);
    },
    reset() {
      if (!running.current) setState({ phase: 'idle' });
    },
  };
}
