import { useSyncExternalStore } from 'react';
import { usePage } from '../page/page.ts';
import { ConnectionBadge } from './ConnectionBadge.tsx';

/** The badge of this page's own connection. */
export function LiveBadge({ pollIntervalMs }: { pollIntervalMs: number }) {
  const { live } = usePage();
  const state = useSyncExternalStore(live.subscribe, live.state);
  return <ConnectionBadge state={state} pollIntervalMs={pollIntervalMs} onCheckNow={live.checkNow} />;
}
