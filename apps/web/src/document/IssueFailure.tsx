import { type SettledTask, TASK_ERRORS } from '@dungji/contracts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Notice } from '../ui/Notice.tsx';
import { failureAction } from './failure-action.ts';

interface IssueFailureProps {
  task: Extract<SettledTask, { status: 'FAILED' }>;
  /** A document from an earlier issue is still there. */
  keepsDocument: boolean;
}

/** Why an issue ended without a document, in plain words, and what can be done. */
export function IssueFailure({ task, keepsDocument }: IssueFailureProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const cancelled = task.errorCode === 'CANCELLED';
  return (
    <Notice tone={cancelled ? 'calm' : 'danger'} title={TASK_ERRORS[task.errorCode].message[locale]}>
      <p>{t(`document.failureHint.${failureAction(task.errorCode, task.retryable)}`)}</p>
      <p className="text-ink-soft">
        {t('document.failedAt', { time: formatMoment(task.settledAt, locale) })}
        {keepsDocument && <> · {t('document.previousKept')}</>}
      </p>
    </Notice>
  );
}
