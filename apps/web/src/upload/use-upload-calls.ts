import { useMemo } from 'react';
import { usePage } from '../page/page.ts';
import type { UploadCalls } from './upload-file.ts';

/** The server's part of an upload, for `useUpload`. */
export function useUploadCalls(): UploadCalls {
  const { trpcClient } = usePage();
  return useMemo(
    () => ({
      create: (announced) => trpcClient.documents.createUpload.mutate(announced),
      complete: (input) => trpcClient.documents.completeUpload.mutate(input),
    }),
    [trpcClient],
  );
}
