import { useEffect, useState } from 'react';
import { usePage } from './page.ts';

/** The server's time, epoch milliseconds; renews the component every second while `ticking`. */
export function useServerNow(ticking: boolean): number {
  const { clock } = usePage();
  const [, renew] = useState(0);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => renew((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return clock.nowMs();
}
