import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { EvidenceButton } from './EvidenceButton.tsx';
import type { EvidenceKey } from './evidence-key.ts';
import type { Figures } from './figures.ts';
import { Term } from './Term.tsx';
import { useDeskText } from './use-desk-text.ts';

interface FiguresPanelProps {
  nestId: string;
  figures: Figures;
  onEvidence: (key: EvidenceKey) => void;
}

/** Who is paid first, and whether the price of the home suffices. What is not known says so and counts as nothing. */
export function FiguresPanel({ nestId, figures, onEvidence }: FiguresPanelProps) {
  const t = useDeskText();
  const locale = useLocale();
  const { seniorKrw, seniorAtMostKrw, depositKrw, sumKrw, priceKrw, percent } = figures;
  const krw = (amount: number) => formatKrw(amount, locale);
  const link = (text: string, label: string) => (
    <Link
      to="/nests/$nestId/edit"
      params={{ nestId }}
      className="rounded-sm font-semibold tabular-nums underline decoration-line-strong underline-offset-4 hover:decoration-accent print:no-underline"
    >
      {text}
      <span className="sr-only">, {label}</span>
    </Link>
  );
  // A sum is proven by what it is made of; "none" by the document that names none.
  const proven = (text: string, label: string) =>
    figures.evidence === null ? (
      <span className="font-semibold">{text}</span>
    ) : (
      <EvidenceButton label={label} onOpen={() => onEvidence(figures.evidence ?? '')}>
        {text}
      </EvidenceButton>
    );
  const seniorText =
    seniorKrw === null ? t('figure.unknown') : seniorKrw === 0 ? t('figure.seniorNone') : krw(seniorKrw);
  return (
    <section className="grid gap-4 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6">
      <div className="grid gap-0.5">
        <h2 className="text-lg font-bold">{t('checklist.figures')}</h2>
        <p className="text-sm text-ink-soft">{t('checklist.figuresLead')}</p>
      </div>
      <dl className="grid gap-2.5">
        <Row name={<Term term="seniorDebt">{t('figure.senior')}</Term>}>
          {proven(seniorText, t('figure.seniorEvidence'))}
          {seniorAtMostKrw !== null && (
            <span className="block text-sm text-caution">
              {proven(t('figure.seniorAtMost', { amount: krw(seniorAtMostKrw) }), t('figure.seniorEvidence'))}
            </span>
          )}
        </Row>
        <Row name={t('figure.deposit')}>{link(krw(depositKrw), t('figure.editTerms'))}</Row>
        <Row name={t('figure.sum')} strong>
          {sumKrw === null ? t('figure.unknown') : proven(krw(sumKrw), t('figure.sumEvidence'))}
        </Row>
        <Row name={t('figure.price')}>
          {priceKrw === null
            ? link(t('figure.addPrice'), t('figure.priceMissing'))
            : link(krw(priceKrw), t('figure.editTerms'))}
        </Row>
      </dl>
      {percent !== null && priceKrw !== null && sumKrw !== null && seniorKrw !== null ? (
        <div className="grid min-h-10 content-start gap-2">
          <Bar
            seniorShare={seniorKrw / Math.max(priceKrw, sumKrw)}
            sumShare={sumKrw / Math.max(priceKrw, sumKrw)}
            over={sumKrw > priceKrw}
          />
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
            <span className={cx('font-bold tabular-nums', sumKrw > priceKrw ? 'text-danger' : 'text-ink')}>
              {proven(t('figure.ratio', { percent }), t('figure.sumEvidence'))}
            </span>
            <span className="text-ink-soft tabular-nums">
              {t(sumKrw > priceKrw ? 'figure.over' : 'figure.left')} {krw(Math.abs(priceKrw - sumKrw))}
            </span>
          </p>
        </div>
      ) : (
        <p className="min-h-10 text-sm text-ink-soft">{t('figure.ratioUnknown')}</p>
      )}
    </section>
  );
}

function Row({ name, strong = false, children }: { name: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-baseline justify-between gap-x-6',
        strong && 'border-t border-line pt-2.5 font-bold',
      )}
    >
      <dt className={strong ? '' : 'text-ink-soft'}>{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** The same numbers as lengths; they stand above in words. */
function Bar({ seniorShare, sumShare, over }: { seniorShare: number; sumShare: number; over: boolean }) {
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  return (
    <div aria-hidden className="flex h-3 overflow-hidden rounded-full bg-line">
      <div
        className="h-full bg-[repeating-linear-gradient(45deg,var(--caution)_0_4px,var(--caution-soft)_4px_7px)]"
        style={{ width: percent(seniorShare) }}
      />
      <div
        className={cx('h-full border-l-2 border-surface', over ? 'bg-danger' : 'bg-ink-soft')}
        style={{ width: percent(sumShare - seniorShare) }}
      />
    </div>
  );
}
