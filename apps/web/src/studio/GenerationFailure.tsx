import { type SettledTask, TASK_ERRORS } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Notice } from '../ui/Notice.tsx';
import { generationFailureHint, hasOwnTitle } from './generation-failure.ts';
import { useStudioText } from './use-studio-text.ts';

interface GenerationFailureProps {
  task: Extract<SettledTask, { status: 'FAILED' }>;
  creditsCharged: number;
  /** As the ledger has it; less than the charge while that was not read yet. */
  creditsRefunded: number;
}

/** Why there is no video, what the ledger says about the credits, and what can be done. */
export function GenerationFailure({ task, creditsCharged, creditsRefunded }: GenerationFailureProps) {
  const t = useStudioText();
  const locale = useLocale();
  const { errorCode } = task;
  return (
    <Notice
      tone={errorCode === 'CANCELLED' ? 'calm' : 'danger'}
      title={hasOwnTitle(errorCode) ? t(`failure.title.${errorCode}`) : TASK_ERRORS[errorCode].cause[locale]}
    >
      {creditsCharged > 0 && (
        <p>
          <span className="font-semibold">
            {creditsRefunded >= creditsCharged
              ? t('failure.refunded', { credits: creditsRefunded })
              : t('failure.refundComing', { credits: creditsCharged })}
          </span>{' '}
          <Link to="/credits" className="rounded-md whitespace-nowrap text-accent underline">
            {t('failure.ledger')}
          </Link>
        </p>
      )}
      <p>{t(`failure.hint.${generationFailureHint(errorCode)}`)}</p>
      <p className="text-ink-soft">{t('card.stoppedAt', { time: formatMoment(task.settledAt, locale) })}</p>
    </Notice>
  );
}
