import type { StreamState } from '@dungji/client';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';

const DOT = {
  connecting: 'bg-line-strong animate-pulse',
  live: 'bg-accent',
  polling: 'bg-caution',
  offline: 'bg-danger',
} as const;

const GAP_PX = 8;
const MARGIN_PX = 16;

interface ConnectionBadgeProps {
  state: StreamState;
  /** Between two polls of a page in sight. */
  pollIntervalMs: number;
  onCheckNow: () => void;
}

/** Says honestly how fresh the page is; a click explains it. */
export function ConnectionBadge({ state, pollIntervalMs, onCheckNow }: ConnectionBadgeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const detailId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState({ topPx: 0, rightPx: 0 });
  if (state.status === 'ended') return null;
  const { status } = state;
  // Offline since the server was last heard, not since this page noticed.
  const text = {
    connecting: () => t('connection.connecting'),
    live: () => t('connection.live'),
    polling: () => t('connection.polling', { seconds: Math.max(1, Math.round(pollIntervalMs / 1_000)) }),
    offline: () => t('connection.offline', { time: formatClock(state.lastHeardAt ?? state.since, locale) }),
  }[status]();
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={detailId}
        aria-label={t('connection.label', { state: text })}
        className={cx(
          'inline-flex h-9 items-center gap-2 rounded-full px-3 text-[0.8125rem] font-medium whitespace-nowrap hover:bg-sunken',
          status === 'offline'
            ? 'bg-danger-soft text-danger'
            : status === 'polling'
              ? 'bg-caution-soft text-caution'
              : 'text-ink-soft',
        )}
      >
        <span aria-hidden className={cx('size-2 rounded-full', DOT[status])} />
        <span className={cx((status === 'live' || status === 'connecting') && 'max-sm:sr-only')}>{text}</span>
      </button>
      {/* The browser's own popover: the libraries of a fancier one are heavier than the whole frame. */}
      <div
        id={detailId}
        popover="auto"
        role="dialog"
        aria-label={text}
        onBeforeToggle={place}
        style={{ top: at.topPx, right: at.rightPx }}
        className="inset-auto m-0 w-72 rounded-2xl bg-surface p-4 text-sm text-ink shadow-float ring-1 ring-line"
      >
        <div className="grid gap-3">
          <p className="font-semibold">{text}</p>
          <p className="text-ink-soft">{t(`connection.${status}Hint`)}</p>
          {status !== 'live' && (
            <Button look="secondary" size="small" className="justify-self-start" onClick={onCheckNow}>
              {t('document.checkNow')}
            </Button>
          )}
        </div>
      </div>
    </>
  );

  /** Below the badge, its right edges in line, and never beyond the window's. */
  function place(): void {
    const badge = trigger.current?.getBoundingClientRect();
    if (!badge) return;
    const rightPx = document.documentElement.clientWidth - badge.right;
    setAt({ topPx: badge.bottom + GAP_PX, rightPx: Math.max(MARGIN_PX, rightPx) });
  }
}
