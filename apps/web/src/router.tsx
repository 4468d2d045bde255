import { isOperator, type Role } from '@dungji/contracts';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { refusedFor } from './api/refusal.ts';
import { readApprovalSearch } from './approval/approval-search.ts';
import { readDeskSearch } from './desk/desk-search.ts';
import { chosenLocale, showLanguage } from './i18n/language.ts';
import { readOpsSearch } from './ops/ops-search.ts';
import type { Page } from './page/page.ts';
import { MissingPage, ProblemPage } from './shell/ProblemPage.tsx';
import { readStudioSearch } from './studio/studio-search.ts';

interface RouterContext {
  page: Page;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  // Without the shell around them they are the whole page.
  notFoundComponent: () => (
    <main>
      <MissingPage />
    </main>
  ),
  errorComponent: (problem) => (
    <main>
      <ProblemPage {...problem} />
    </main>
  ),
});

interface SignInSearch {
  /** Where to go afterwards: a path of this site. */
  to?: string | undefined;
  /** The session ended while the page was open. */
  ended?: boolean | undefined;
}

/** A path of this site, and nothing that could lead to another one. */
const ownPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;

const signInSearch = (search: Record<string, unknown>): SignInSearch => ({
  to: ownPath(search.to),
  ended: search.ended === true ? true : undefined,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./auth/SignInPage.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./auth/SignUpPage.tsx'), 'SignUpPage'),
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context: { page }, location }) => {
    try {
      const me = await page.queries.me.get.ensureData(undefined, { staleTime: Number.POSITIVE_INFINITY });
      if (chosenLocale() === null && me.locale === 'en') await showLanguage('en');
      return { me };
    } catch (error) {
      if (refusedFor(error, 'UNAUTHENTICATED')) {
        throw redirect({ to: '/sign-in', search: { to: location.href === '/' ? undefined : location.href } });
      }
      throw error;
    }
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

const nestsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'nests',
  component: lazyRouteComponent(() => import('./nest/NestListPage.tsx'), 'NestListPage'),
});

const nestListRoute = createRoute({ getParentRoute: () => nestsRoute, path: '/' });

const nestDialogRoute = createRoute({
  getParentRoute: () => nestsRoute,
  path: '/nests/$nestId',
  component: lazyRouteComponent(() => import('./nest/NestDialogPage.tsx'), 'NestDialogPage'),
});

const createNestRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/nests/new',
  component: lazyRouteComponent(() => import('./nest/CreateNestPage.tsx'), 'CreateNestPage'),
});

const editNestRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/nests/$nestId/edit',
  component: lazyRouteComponent(() => import('./nest/EditNestPage.tsx'), 'EditNestPage'),
});

const checklistRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/nests/$nestId/checklist',
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('./desk/ChecklistPage.tsx'), 'ChecklistPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/SettingsPage.tsx'), 'SettingsPage'),
});

const studioRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/studio',
  validateSearch: readStudioSearch,
  component: lazyRouteComponent(() => import('./studio/StudioPage.tsx'), 'StudioPage'),
});

const creditsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/credits',
  component: lazyRouteComponent(() => import('./credits/CreditsPage.tsx'), 'CreditsPage'),
});

/** To everybody but operators there is no such page. */
const forOperators = ({ context: { me } }: { context: { me: { role: Role } } }): void => {
  if (!isOperator(me.role)) throw notFound();
};

const approvalsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/approvals',
  validateSearch: readApprovalSearch,
  beforeLoad: forOperators,
  component: lazyRouteComponent(() => import('./approval/ApprovalsPage.tsx'), 'ApprovalsPage'),
});

const opsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/ops',
  validateSearch: readOpsSearch,
  beforeLoad: forOperators,
  component: lazyRouteComponent(() => import('./ops/OpsPage.tsx'), 'OpsPage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  signUpRoute,
  signedInRoute.addChildren([
    nestsRoute.addChildren([nestListRoute, nestDialogRoute]),
    createNestRoute,
    editNestRoute,
    checklistRoute,
    settingsRoute,
    approvalsRoute,
    studioRoute,
    creditsRoute,
    opsRoute,
  ]),
]);

export const createPageRouter = (page: Page) =>
  createRouter({
    routeTree,
    context: { page },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ProblemPage,
    defaultNotFoundComponent: MissingPage,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
