import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { refusalOf, refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { createRequestKey } from '../document/request-key.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import type { WholeWish } from './wish.ts';

/** Before a lost answer is asked for again: soon at first, then at the pace of a page that polls. */
const askAgainAfterMs = (times: number): number => Math.min(30_000, 1_000 * 2 ** times);

/** A wish that was clicked, until the list shows what became of it. */
export interface Asked {
  wish: WholeWish;
  /** What was listed at the click. */
  before: ReadonlySet<string>;
  /** How often its answer was lost. 0: the first one is still awaited. */
  lost: number;
}

interface AskUse {
  onAccepted: () => void;
}

/**
 * Asks for a video, one at a time: a click while another wish is open does nothing. When the answer was lost, the same
 * wish is sent again under the same idempotency key until there is one, so that credits are spent once.
 */
export function useAsk({ onAccepted }: AskUse) {
  const locale = useLocale();
  const { queries, live } = usePage();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [requestKey] = useState(createRequestKey);
  const busy = useRef(false);
  const request = trpc.generations.request.useMutation();
  const { status } = useSyncExternalStore(live.subscribe, live.state);

  async function send(next: Asked): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setAsked(next);
    setRefusal(null);
    setSending(true);
    const { wish } = next;
    try {
      const { balance } = await request.mutateAsync({
        ...wish,
        idempotencyKey: requestKey.of(JSON.stringify(wish)),
      });
      requestKey.answered();
      queries.credits.balance.setData(undefined, { balance });
      onAccepted();
      // It is accepted all the same when this fails; the stream or the next poll brings it.
      await queries.generations.list.invalidate().catch(() => {});
      setAsked(null);
    } catch (error) {
      if (refusalOf(error)) {
        requestKey.answered();
        setAsked(null);
        setRefusal(refusalText(error, locale));
      } else {
        setAsked({ ...next, lost: next.lost + 1 });
      }
      // What the server refused may still have left its mark: a video that failed at once, or credits spent elsewhere.
      void queries.generations.list.invalidate();
      void queries.credits.invalidate();
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  const sendLost = useEffectEvent(() => {
    if (asked !== null && asked.lost > 0) void send(asked);
  });
  const lost = asked?.lost ?? 0;
  useEffect(() => {
    if (lost === 0) return;
    const timer = setTimeout(() => sendLost(), askAgainAfterMs(lost));
    return () => clearTimeout(timer);
  }, [lost]);
  // At once when the line is back.
  const isLive = status === 'live';
  useEffect(() => {
    if (isLive) sendLost();
  }, [isLive]);

  return {
    asked,
    refusal,
    sending,
    ask: (wish: WholeWish, listed: readonly { id: string }[]) => {
      if (asked === null) void send({ wish, before: new Set(listed.map(({ id }) => id)), lost: 0 });
    },
    askAgain: () => {
      if (asked) void send(asked);
    },
  };
}
