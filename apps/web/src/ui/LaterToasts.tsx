import { lazy, Suspense } from 'react';

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));

/** Nothing is announced in the first moments, so the toasts are not in the first script. */
export function LaterToasts() {
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
