import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { refusalText } from '../api/refusal.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { createAsking } from './asking.ts';

/** Before a lost answer is asked for again: soon at first, then at the pace of a page that polls. */
const askAgainAfterMs = (times: number): number => Math.min(30_000, 1_000 * 2 ** times);

/** One person's asking on this screen. A wish without an answer is asked for again by itself, and at once when the line is back. */
export function useAsk({ onAccepted }: { onAccepted: () => void }) {
  const locale = useLocale();
  const { queries, trpcClient, live } = usePage();
  const [asking] = useState(() =>
    createAsking({
      request: (wish) => trpcClient.generations.request.mutate(wish),
      showAccepted(balance) {
        queries.credits.balance.setData(undefined, { balance });
        return queries.generations.list.invalidate();
      },
      readAgain() {
        void queries.generations.list.invalidate();
        void queries.credits.invalidate();
      },
    }),
  );
  const { asked, refused, sending, accepted } = useSyncExternalStore(asking.subscribe, asking.state);
  const { status } = useSyncExternalStore(live.subscribe, live.state);

  const tellAccepted = useEffectEvent(onAccepted);
  useEffect(() => {
    if (accepted > 0) tellAccepted();
  }, [accepted]);

  const lost = asked?.lost ?? 0;
  useEffect(() => {
    if (lost === 0) return;
    const timer = setTimeout(() => asking.askAgain(), askAgainAfterMs(lost));
    return () => clearTimeout(timer);
  }, [lost, asking]);
  const isLive = status === 'live';
  useEffect(() => {
    if (isLive) asking.askAgain();
  }, [isLive, asking]);

  return {
    asked,
    refusal: refused === null ? null : refusalText(refused, locale),
    sending,
    ask: asking.ask,
    askAgain: asking.askAgain,
  };
}
