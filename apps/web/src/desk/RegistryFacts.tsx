import type { RegistryView } from '@dungji/contracts';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { DoubtList } from './DoubtList.tsx';
import { EvidenceButton } from './EvidenceButton.tsx';
import type { EvidenceKey } from './evidence-key.ts';
import { Fact } from './Fact.tsx';
import { RegistryEntries } from './RegistryEntries.tsx';
import { Term } from './Term.tsx';
import { useDeskText } from './use-desk-text.ts';

interface RegistryFactsProps {
  registry: RegistryView;
  onEvidence: (key: EvidenceKey) => void;
}

/** What a register says, in the order in which people ask: whose, which home, what rests on it. */
export function RegistryFacts({ registry, onEvidence }: RegistryFactsProps) {
  const t = useDeskText();
  const locale = useLocale();
  const { owners, exclusiveAreaM2, viewedAt } = registry;
  const unknown = <span className="text-caution">{t('facts.notKnown')}</span>;
  return (
    <section aria-label={t('facts.registryTitle')} className="grid gap-6">
      <h3 className="text-lg font-bold">{t('facts.registryTitle')}</h3>
      <DoubtList doubts={registry.doubts} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        <Fact wide name={t('facts.owners')}>
          {owners.length === 0
            ? unknown
            : owners.map(({ name, share, rank, trustee }, index) => (
                <span key={`${name}/${rank}/${share}`} className="mr-4 inline-block">
                  <EvidenceButton
                    label={t('finding.evidenceOf', { where: t('where.document.REGISTRY') })}
                    onOpen={() => onEvidence(`owner.${index}`)}
                  >
                    {share === null || share === '1/1' ? name : t('facts.ownerShare', { name, share })}
                  </EvidenceButton>
                  {trustee && (
                    <span className="ml-1.5 rounded-full bg-caution-soft px-2 py-0.5 text-[0.8125rem] text-caution">
                      {t('facts.trustee')}
                    </span>
                  )}
                </span>
              ))}
        </Fact>
        <Fact wide name={t('facts.address')}>
          {registry.roadAddress ?? registry.address ?? unknown}
        </Fact>
        <Fact name={t('facts.unit')}>{unitOf(registry) ?? unknown}</Fact>
        <Fact name={<Term term="exclusiveArea">{t('facts.area')}</Term>}>
          {exclusiveAreaM2 === null ? unknown : t('facts.areaM2', { area: exclusiveAreaM2 })}
        </Fact>
        <Fact name={t('facts.kind')}>
          {registry.kind} · {t(`facts.variant.${registry.variant}`)}
        </Fact>
        <Fact name={t('facts.viewedAt')}>{viewedAt === null ? unknown : momentOf(viewedAt)}</Fact>
        <Fact name={t('facts.source')}>{t(`facts.method.${registry.method}`)}</Fact>
      </dl>
      <RegistryEntries registry={registry} onEvidence={onEvidence} />
    </section>
  );

  function unitOf({ floor, unit }: RegistryView): string | null {
    return floor !== null && unit !== null ? t('facts.floorUnit', { floor, unit }) : unit;
  }

  /** As printed on the paper when it carries no time zone; that clock is Korea's. */
  function momentOf(time: string): string {
    const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}+09:00`;
    return Number.isNaN(Date.parse(zoned)) ? time : formatMoment(zoned, locale);
  }
}
