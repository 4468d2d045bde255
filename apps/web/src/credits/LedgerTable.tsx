import type { CreditEntryView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatChange, formatCredits } from './format-credits.ts';
import { useCreditText } from './use-credit-text.ts';

interface LedgerTableProps {
  /** Newest first; `null`: not read yet. */
  entries: readonly CreditEntryView[] | null;
  /** Why they could not be read; what was read before stays below. */
  problem: string | null;
  retrying: boolean;
  onRetry: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** Every credit that came or went, and what was left after it. */
export function LedgerTable(props: LedgerTableProps) {
  const t = useCreditText();
  const { t: common } = useTranslation();
  const titleId = useId();
  const { entries, problem } = props;
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 content-start gap-4 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6"
    >
      <div className="grid gap-0.5">
        <h2 id={titleId} className="text-lg font-bold">
          {t('ledger')}
        </h2>
        <p className="text-[0.9375rem] text-ink-soft">{t('ledgerLead')}</p>
      </div>
      {problem !== null && (
        <Notice
          tone="danger"
          role="alert"
          title={t('problem')}
          actions={
            <Button size="small" look="secondary" busy={props.retrying} onClick={props.onRetry}>
              {common('action.retry')}
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
      {entries === null ? (
        problem === null && <Skeleton className="h-60 w-full rounded-2xl" />
      ) : entries.length === 0 ? (
        <p className="rounded-2xl bg-sunken p-4 text-[0.9375rem] text-ink-soft">{t('empty')}</p>
      ) : (
        <Entries entries={entries} />
      )}
      {props.hasMore && (
        <Button
          look="secondary"
          className="justify-self-center"
          busy={props.loadingMore}
          onClick={props.onMore}
        >
          {common('action.more')}
        </Button>
      )}
    </section>
  );
}

const headClass = 'px-2 pb-2 text-left text-[0.8125rem] font-semibold text-ink-soft first:pl-0 last:pr-0';
const cellClass = 'border-t border-line px-2 py-3 align-top first:pl-0 last:pr-0';

/** On a phone the balance stands under the change, and the time under the reason. */
function Entries({ entries }: { entries: readonly CreditEntryView[] }) {
  const t = useCreditText();
  const wide = 'hidden sm:table-cell';
  return (
    <table className="w-full border-collapse">
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr>
          <th scope="col" className={headClass}>
            {t('reasonHead')}
          </th>
          <th scope="col" className={cx(headClass, wide)}>
            {t('when')}
          </th>
          <th scope="col" className={cx(headClass, 'text-right')}>
            {t('change')}
          </th>
          <th scope="col" className={cx(headClass, wide, 'text-right')}>
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} wide={wide} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry, wide }: { entry: CreditEntryView; wide: string }) {
  const t = useCreditText();
  const locale = useLocale();
  const { amount, reason, taskId, note, balanceAfter, createdAt } = entry;
  const when = formatMoment(createdAt, locale);
  return (
    <tr>
      <td className={cellClass}>
        <p className="font-medium">{t(`reason.${reason}`)}</p>
        {note && <p className="text-sm whitespace-pre-wrap text-ink-soft">{note}</p>}
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span className="text-ink-soft tabular-nums sm:hidden">{when}</span>
          {taskId && (
            <Link to="/studio" search={{ task: taskId }} className="rounded-md text-accent underline">
              {t('toVideo')}
            </Link>
          )}
        </p>
      </td>
      <td className={cx(cellClass, wide, 'text-[0.9375rem] whitespace-nowrap text-ink-soft tabular-nums')}>
        {when}
      </td>
      <td className={cx(cellClass, 'text-right whitespace-nowrap tabular-nums max-sm:pr-0')}>
        <span className={cx('font-semibold', amount > 0 && 'text-accent')}>{formatChange(amount)}</span>
        <span className="block text-[0.8125rem] text-ink-soft sm:hidden">
          {t('afterInline', { credits: formatCredits(balanceAfter) })}
        </span>
      </td>
      <td className={cx(cellClass, wide, 'text-right whitespace-nowrap tabular-nums')}>
        {formatCredits(balanceAfter)}
      </td>
    </tr>
  );
}
