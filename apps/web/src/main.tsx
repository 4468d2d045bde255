import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { trpc } from './api/trpc.ts';
import { chosenLocale, startLanguage } from './i18n/language.ts';
import { leaveSignedOut } from './page/leave-signed-out.ts';
import { createPage, PageContext } from './page/page.ts';
import { createPageRouter } from './router.tsx';
import './styles.css';
import { LaterToasts } from './ui/LaterToasts.tsx';

// NOTE: no component may live here. Hot reload would take this file for one, run it again and mount a second page.
async function main(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  await startLanguage(chosenLocale() ?? 'ko');

  const page = createPage({
    onSignedOut: () => void leaveSignedOut(page, router),
  });
  const router = createPageRouter(page);

  createRoot(container).render(
    <StrictMode>
      <PageContext value={page}>
        <trpc.Provider client={page.trpcClient} queryClient={page.queryClient}>
          <QueryClientProvider client={page.queryClient}>
            <RouterProvider router={router} />
            <LaterToasts />
          </QueryClientProvider>
        </trpc.Provider>
      </PageContext>
    </StrictMode>,
  );
}

void main();
