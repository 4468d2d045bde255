import type { StreamState } from '@dungji/client';
import { Popover } from 'radix-ui';
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
    <Popover.Root>
      <Popover.Trigger
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
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={text}
          sideOffset={8}
          align="end"
          collisionPadding={16}
          className="motion-rise z-50 grid w-72 gap-3 rounded-2xl bg-surface p-4 text-sm shadow-float ring-1 ring-line"
        >
          <p className="font-semibold">{text}</p>
          <p className="text-ink-soft">{t(`connection.${status}Hint`)}</p>
          {status !== 'live' && (
            <Button look="secondary" size="small" className="justify-self-start" onClick={onCheckNow}>
              {t('document.checkNow')}
            </Button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
