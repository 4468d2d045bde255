import type { InsuranceRuleView } from '@dungji/contracts';
import { CircleCheck, CircleHelp, CircleX, ExternalLink, FileSearch } from 'lucide-react';
import { formatDay } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { spokenAmounts } from './spoken-amounts.ts';
import { useDeskText } from './use-desk-text.ts';

const LOOK = {
  PASS: { Icon: CircleCheck, color: 'text-accent' },
  FAIL: { Icon: CircleX, color: 'text-danger' },
  UNKNOWN: { Icon: CircleHelp, color: 'text-caution' },
} as const;

interface InsuranceRuleProps {
  rule: InsuranceRuleView;
  /** Shows where its numbers stand on paper; `null`: they are in no document. */
  onEvidence: (() => void) | null;
}

/** One condition: what holds now, what is asked for, and where the rule was read. */
export function InsuranceRule({ rule, onEvidence }: InsuranceRuleProps) {
  const t = useDeskText();
  const locale = useLocale();
  const { Icon, color } = LOOK[rule.verdict];
  return (
    <li data-rule={rule.code} data-verdict={rule.verdict} className="flex gap-3 py-4">
      <Icon aria-hidden className={cx('mt-0.5 size-5.5 shrink-0', color)} strokeWidth={2.2} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h4 className="font-semibold">{t(`insurance.rule.${rule.code}`)}</h4>
          <span className={cx('text-sm font-bold', color)}>{t(`insurance.ruleVerdict.${rule.verdict}`)}</span>
        </div>
        <p className="text-sm text-ink-soft">{spokenAmounts(rule.text, locale)}</p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem]">
          {onEvidence && (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={onEvidence}
              className="inline-flex items-center gap-1 rounded-sm font-semibold text-accent underline-offset-4 hover:underline"
            >
              <FileSearch aria-hidden className="size-4" />
              {t('insurance.evidence')}
              <span className="sr-only">: {t(`insurance.rule.${rule.code}`)}</span>
            </button>
          )}
          <a
            href={rule.source.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 rounded-sm text-ink-soft underline-offset-4 hover:underline"
          >
            {t('insurance.source', { day: formatDay(rule.source.asOf, locale) })}
            <span className="sr-only">
              : {t(`insurance.rule.${rule.code}`)}, {t('insurance.sourceOpen')}
            </span>
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        </p>
      </div>
    </li>
  );
}
