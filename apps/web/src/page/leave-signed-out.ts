import type { createPageRouter } from '../router.tsx';
import type { Page } from './page.ts';

type Router = ReturnType<typeof createPageRouter>;
interface Leaving {
  readonly state: { readonly location: Pick<Router['state']['location'], 'pathname' | 'href'> };
  navigate(to: { to: '/sign-in'; search: { to: string; ended: true } }): Promise<void>;
}

/** The session has ended: to the sign-in page, and nothing of the person stays behind in this one's memory. */
export async function leaveSignedOut(page: Pick<Page, 'forgetEverything'>, router: Leaving): Promise<void> {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  await router.navigate({ to: '/sign-in', search: { to: href, ended: true } });
  // Only now: what is on screen would ask for everything again at once.
  page.forgetEverything();
}
