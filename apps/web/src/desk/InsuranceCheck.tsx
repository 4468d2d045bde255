import type { AnalysisView, InsuranceRuleView, InsuranceView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { CircleHelp, LoaderCircle, ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { Field } from '../ui/Field.tsx';
import { MoneyInput } from '../ui/MoneyInput.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { EvidenceKey } from './evidence-key.ts';
import { InsuranceRule } from './InsuranceRule.tsx';
import { excessKrw, ruleEvidence } from './insurance-rules.ts';
import { Sheet } from './Sheet.tsx';
import { Term } from './Term.tsx';
import { useDeskText } from './use-desk-text.ts';

export interface InsuranceCheckProps {
  nestId: string;
  /** `null`: not checked yet; then `problem` says why, if it could not be. */
  insurance: InsuranceView | null;
  problem: string | null;
  analysis: AnalysisView;
  /** A document is on its way or being read: good news waits for it. */
  working: boolean;
  /** What a person has said about other tenants' deposits. */
  otherDepositsKrw: number | null;
  checking: boolean;
  onOtherDeposits: (amountKrw: number) => void;
  onEvidence: (key: EvidenceKey) => void;
  onRetry: () => void;
  onClose: () => void;
}

const LOOK = {
  ELIGIBLE: { Icon: ShieldCheck, box: 'bg-accent-soft', ink: 'text-accent' },
  NOT_ELIGIBLE: { Icon: ShieldX, box: 'bg-danger-soft', ink: 'text-danger' },
  NEEDS_INFO: { Icon: CircleHelp, box: 'bg-caution-soft', ink: 'text-caution' },
  WORKING: { Icon: LoaderCircle, box: 'bg-sunken', ink: 'text-ink' },
} as const;

/** Whether the deposit can be insured: every rule with its numbers, what is missing, and what would change the answer. */
export function InsuranceCheck(props: InsuranceCheckProps) {
  const t = useDeskText();
  const { t: common } = useTranslation();
  const locale = useLocale();
  const { insurance, problem } = props;
  return (
    <Sheet
      title={t('insurance.title')}
      lead={insurance ? t('insurance.asOf', { day: formatDay(insurance.asOf, locale) }) : undefined}
      onClose={props.onClose}
    >
      <div className="grid gap-6 px-5 pt-1 pb-10 sm:px-8">
        <p className="text-[0.9375rem] text-ink-soft">
          <Term term="guarantee" /> — {t('insurance.about')}
        </p>
        {insurance ? (
          <Result {...props} insurance={insurance} />
        ) : problem ? (
          <Notice
            tone="danger"
            role="alert"
            title={t('insurance.errorTitle')}
            actions={
              <Button size="small" look="secondary" onClick={props.onRetry}>
                {common('action.retry')}
              </Button>
            }
          >
            {problem}
          </Notice>
        ) : (
          <div role="status" aria-label={common('app.loading')} className="grid gap-4">
            <Skeleton className="h-24 w-full rounded-card" />
            <Skeleton className="h-80 w-full rounded-card" />
          </div>
        )}
      </div>
    </Sheet>
  );
}

function Result({ insurance, working, ...props }: InsuranceCheckProps & { insurance: InsuranceView }) {
  const t = useDeskText();
  const locale = useLocale();
  const verdict = working && insurance.verdict !== 'NOT_ELIGIBLE' ? 'WORKING' : insurance.verdict;
  const { Icon, box, ink } = LOOK[verdict];
  const { rules } = insurance;
  const failed = rules.filter((rule) => rule.verdict === 'FAIL');
  const unknown = rules.filter((rule) => rule.verdict === 'UNKNOWN');
  return (
    <>
      <section aria-live="polite" data-verdict={verdict} className={cx('flex gap-4 rounded-card p-5', box)}>
        <Icon aria-hidden className={cx('size-8 shrink-0', ink, verdict === 'WORKING' && 'animate-spin')} />
        <div className="grid gap-0.5">
          <h3 className={cx('text-lg font-bold', ink)}>{t(`insurance.verdict.${verdict}.title`)}</h3>
          <p>{t(`insurance.verdict.${verdict}.lead`)}</p>
        </div>
      </section>
      {failed.length > 0 && (
        <Listed title={t('insurance.changes')}>
          {failed.map((rule) => (
            <li key={rule.code}>{changeInWords(rule)}</li>
          ))}
        </Listed>
      )}
      {unknown.length > 0 && (
        <Listed title={t('insurance.needs')}>
          {[...new Set(unknown.map((rule) => t(`insurance.need.${rule.code}`)))].map((need) => (
            <li key={need}>{need}</li>
          ))}
        </Listed>
      )}
      {rules.some(({ code }) => code === 'MULTI_HOUSEHOLD_SHARE') && <OtherDeposits {...props} />}
      <ul className="grid divide-y divide-line rounded-card bg-surface px-5 ring-1 ring-line">
        {rules.map((rule) => {
          const key = ruleEvidence(rule, props.analysis);
          return (
            <InsuranceRule
              key={rule.code}
              rule={rule}
              onEvidence={key === null ? null : () => props.onEvidence(key)}
            />
          );
        })}
      </ul>
      <Link
        to="/nests/$nestId/edit"
        params={{ nestId: props.nestId }}
        className={buttonClass('secondary', 'medium', 'justify-self-start')}
      >
        {t('insurance.editTerms')}
      </Link>
    </>
  );

  function changeInWords(rule: InsuranceRuleView): string {
    const excess = excessKrw(rule);
    // Without its numbers, the rule's own words say more than a sentence with a hole.
    if (excess === null && rule.unit === 'KRW') return rule.text;
    return t(`insurance.change.${rule.code}`, { amount: formatKrw(excess ?? 0, locale) });
  }
}

const Listed = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="font-bold">{title}</h3>
    <ul className="grid list-disc gap-1 pl-5">{children}</ul>
  </section>
);

/** The one number that is in no document, asked for where it decides. It is kept nowhere. */
function OtherDeposits({
  otherDepositsKrw,
  checking,
  onOtherDeposits,
}: Pick<InsuranceCheckProps, 'otherDepositsKrw' | 'checking' | 'onOtherDeposits'>) {
  const t = useDeskText();
  const [amountKrw, setAmountKrw] = useState(otherDepositsKrw);
  return (
    <form
      className="flex flex-wrap items-end gap-3 rounded-2xl bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (amountKrw !== null) onOtherDeposits(amountKrw);
      }}
    >
      <Field
        label={t('insurance.otherDeposits')}
        hint={t('insurance.otherDepositsHint')}
        className="min-w-60 flex-1"
      >
        {(control) => <MoneyInput {...control} valueKrw={amountKrw} onValueChange={setAmountKrw} />}
      </Field>
      <Button type="submit" busy={checking} disabled={amountKrw === null}>
        {t('insurance.check')}
      </Button>
    </form>
  );
}
