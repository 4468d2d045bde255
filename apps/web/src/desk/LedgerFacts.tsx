import type { LedgerView } from '@dungji/contracts';
import { CircleCheck, CircleHelp, OctagonAlert } from 'lucide-react';
import { formatDay, formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { DoubtList } from './DoubtList.tsx';
import { EvidenceButton } from './EvidenceButton.tsx';
import type { EvidenceKey } from './evidence-key.ts';
import { Fact } from './Fact.tsx';
import { Term } from './Term.tsx';
import { useDeskText } from './use-desk-text.ts';

const VIOLATION = {
  YES: { Icon: OctagonAlert, color: 'text-danger' },
  NO: { Icon: CircleCheck, color: 'text-accent' },
  UNKNOWN: { Icon: CircleHelp, color: 'text-caution' },
} as const;

interface LedgerFactsProps {
  ledger: LedgerView;
  onEvidence: (key: EvidenceKey) => void;
}

/** What a building ledger says. "Not marked" is green only where a mark would have been seen. */
export function LedgerFacts({ ledger, onEvidence }: LedgerFactsProps) {
  const t = useDeskText();
  const locale = useLocale();
  const unknown = <span className="text-caution">{t('facts.notKnown')}</span>;
  const { Icon, color } = VIOLATION[ledger.violation];
  const day = (value: string | null) =>
    value === null ? unknown : /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value, locale) : value;
  return (
    <section aria-label={t('facts.ledgerTitle')} className="grid gap-6">
      <h3 className="text-lg font-bold">{t('facts.ledgerTitle')}</h3>
      <DoubtList doubts={ledger.doubts} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        <Fact wide name={<Term term="illegalBuilding">{t('facts.violation')}</Term>}>
          <span className={`inline-flex items-center gap-1.5 ${color}`}>
            <Icon aria-hidden className="size-5 shrink-0" />
            {t(`facts.violationIs.${ledger.violation}`)}
          </span>
        </Fact>
        <Fact wide name={t('facts.address')}>
          {ledger.roadAddress ?? ledger.address ?? unknown}
        </Fact>
        <Fact name={t('facts.unit')}>{ledger.unit ?? unknown}</Fact>
        <Fact name={<Term term="mainUse">{t('facts.mainUse')}</Term>}>{ledger.mainUse ?? unknown}</Fact>
        <Fact name={<Term term="exclusiveArea">{t('facts.area')}</Term>}>
          {ledger.exclusiveAreaM2 === null ? unknown : t('facts.areaM2', { area: ledger.exclusiveAreaM2 })}
        </Fact>
        <Fact name={t('facts.structure')}>{ledger.structure ?? unknown}</Fact>
        <Fact name={t('facts.approvedOn')}>{day(ledger.approvedOn)}</Fact>
        <Fact name={t('facts.households')}>
          {ledger.households === null ? unknown : t('facts.householdsCount', { count: ledger.households })}
        </Fact>
        <Fact name={<Term term="officialPrice">{t('facts.officialPrice')}</Term>}>
          {ledger.officialPrice === null ? (
            unknown
          ) : (
            <EvidenceButton
              label={t('finding.evidenceOf', { where: t('where.document.LEDGER') })}
              onOpen={() => onEvidence('ledger')}
            >
              {formatKrw(ledger.officialPrice.amountKrw, locale)}
            </EvidenceButton>
          )}
        </Fact>
        <Fact name={t('facts.source')}>{t(`facts.sourceIs.${ledger.source}`)}</Fact>
        <Fact name={t('facts.asOf')}>{day(ledger.asOf)}</Fact>
      </dl>
      {ledger.violationHistory.length > 0 && (
        <div className="grid gap-2">
          <h4 className="font-bold">{t('facts.violationHistory')}</h4>
          <ul className="grid gap-1 text-sm">
            {ledger.violationHistory.map(({ day: on, text, released, page }) => (
              <li key={`${on}/${text}`}>
                {on !== null && <span className="tabular-nums">{day(on)} </span>}
                {text}
                {released && <span className="ml-1 text-ink-soft">({t('facts.released')})</span>}
                <span className="ml-1 text-ink-soft">{t('facts.page', { page })}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
