import { isOperator } from '@dungji/contracts';
import { Link, Outlet, useNavigate, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveBadge } from '../connection/LiveBadge.tsx';
import { SettledAnnouncer } from '../connection/SettledAnnouncer.tsx';
import { usePage } from '../page/page.ts';
import { NestMark } from '../ui/NestMark.tsx';
import { AccountButton } from './AccountButton.tsx';

const ApprovalsCorner = lazy(async () => ({
  default: (await import('../approval/ApprovalsCorner.tsx')).ApprovalsCorner,
}));

const pageLinkClass =
  'rounded-lg px-3 py-1.5 text-[0.9375rem] font-medium text-ink-soft hover:bg-sunken hover:text-ink data-[status=active]:text-ink data-[status=active]:font-semibold';

/** The frame of every signed-in page. Holds the connection open while somebody is signed in. */
export function Shell() {
  const { email, role, pollIntervalMs } = useRouteContext({ from: '/signed-in', select: ({ me }) => me });
  const { t } = useTranslation();
  const { live } = usePage();
  const navigate = useNavigate();
  useEffect(() => live.start(pollIntervalMs), [live, pollIntervalMs]);
  return (
    <>
      <a
        href="#content"
        className="sr-only z-40 rounded-lg bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('app.skip')}
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-ground print:hidden">
        <div className="mx-auto flex h-16 max-w-5xl items-center gap-2 px-4 sm:px-6">
          <Link to="/" className="flex items-center gap-2.5 rounded-lg text-lg font-bold tracking-tight">
            <NestMark className="size-8" />
            {t('app.name')}
          </Link>
          {/* On a phone the account's menu leads there. */}
          <nav aria-label={t('app.pages')} className="ml-3 hidden gap-1 sm:flex">
            <Link to="/" activeOptions={{ exact: true }} className={pageLinkClass}>
              {t('menu.nests')}
            </Link>
            <Link to="/studio" className={pageLinkClass}>
              {t('menu.studio')}
            </Link>
          </nav>
          <div className="ml-auto flex items-center gap-2">
            {isOperator(role) && (
              <Suspense>
                <ApprovalsCorner />
              </Suspense>
            )}
            <LiveBadge pollIntervalMs={pollIntervalMs} />
            <AccountButton email={email} role={role} />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-5xl px-4 pt-8 pb-24 outline-none sm:px-6 sm:pt-12 print:p-0"
      >
        <Outlet />
      </main>
      <SettledAnnouncer
        onOpenNest={(nestId) => void navigate({ to: '/nests/$nestId', params: { nestId } })}
        onOpenVideo={(task) => void navigate({ to: '/studio', search: { task } })}
      />
    </>
  );
}
