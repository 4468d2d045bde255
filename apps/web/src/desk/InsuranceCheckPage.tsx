import type { AnalysisView, NestView } from '@dungji/contracts';
import { useState } from 'react';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { InsuranceCheck } from './InsuranceCheck.tsx';

interface InsuranceCheckPageProps {
  nest: NestView;
  analysis: AnalysisView;
  working: boolean;
  onEvidence: (key: string) => void;
  onClose: () => void;
}

/** The insurance check of a nest, connected. */
export function InsuranceCheckPage({
  nest,
  analysis,
  working,
  onEvidence,
  onClose,
}: InsuranceCheckPageProps) {
  const locale = useLocale();
  const [otherDepositsKrw, setOtherDepositsKrw] = useState<number | null>(null);
  const insurance = trpc.insurance.check.useQuery(
    { nestId: nest.id, locale, ...(otherDepositsKrw !== null && { otherDepositsKrw }) },
    { placeholderData: (held) => held },
  );
  return (
    <InsuranceCheck
      nestId={nest.id}
      insurance={insurance.data ?? null}
      problem={insurance.error && refusalText(insurance.error, locale)}
      analysis={analysis}
      working={working}
      otherDepositsKrw={otherDepositsKrw}
      checking={insurance.isFetching}
      onOtherDeposits={setOtherDepositsKrw}
      onEvidence={onEvidence}
      onRetry={() => void insurance.refetch()}
      onClose={onClose}
    />
  );
}
