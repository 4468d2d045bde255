import { useRouter } from '@tanstack/react-router';
import { CloudOff, Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { refusalOf, refusalText } from '../api/refusal.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Stands where a page could not be shown at all. */
export function ProblemPage({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const router = useRouter();
  const refusal = refusalOf(error);
  return (
    <div className="mx-auto max-w-xl p-4 pt-16">
      <EmptyState
        isPage
        role="alert"
        icon={<CloudOff aria-hidden className="size-7" />}
        title={t('problem.title')}
        lead={
          refusal
            ? `${refusalText(error, locale)} ${t('problem.reference', { id: refusal.requestId })}`
            : refusalText(error, locale)
        }
        action={
          <Button
            onClick={() => {
              reset();
              void router.invalidate();
            }}
          >
            {t('action.retry')}
          </Button>
        }
      />
    </div>
  );
}

export function MissingPage() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-xl p-4 pt-16">
      <EmptyState
        isPage
        icon={<Compass aria-hidden className="size-7" />}
        title={t('problem.notFoundTitle')}
        lead={t('problem.notFoundLead')}
        action={
          <a href="/" className={buttonClass()}>
            {t('nests.toList')}
          </a>
        }
      />
    </div>
  );
}
