import { useNavigate, useParams } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { refusalOf, refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NestForm } from './NestForm.tsx';
import { NestFormFrame } from './NestFormFrame.tsx';
import { valuesOf } from './nest-form-values.ts';

const NONE: readonly string[] = [];

export function EditNestPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { queries } = usePage();
  const { nestId } = useParams({ from: '/signed-in/nests/$nestId/edit' });
  const nest = trpc.nests.get.useQuery({ nestId });
  const toDialog = () => navigate({ to: '/nests/$nestId', params: { nestId } });
  const update = trpc.nests.update.useMutation({
    onSuccess: async () => {
      toast.success(t('nestForm.saved'), { id: `saved-${nestId}` });
      await Promise.all([queries.nests.get.invalidate({ nestId }), queries.nests.list.invalidate()]);
      await toDialog();
    },
  });

  return (
    <NestFormFrame title={t('nestForm.editTitle')} lead={t('nestForm.editLead')}>
      {nest.data ? (
        <NestForm
          mode="edit"
          initial={valuesOf(nest.data)}
          busy={update.isPending}
          problem={
            update.error &&
            (refusedFor(update.error, 'INVALID_INPUT')
              ? t('nestForm.checkFields')
              : refusalText(update.error, locale))
          }
          refusedFields={update.error ? Object.keys(refusalOf(update.error)?.fieldErrors ?? {}) : NONE}
          onSubmit={({ autoIssue: _, ...fields }) => update.mutate({ nestId: nest.data.id, ...fields })}
          onCancel={() => void toDialog()}
        />
      ) : nest.error ? (
        <EmptyState
          role="alert"
          icon={<CloudOff aria-hidden className="size-7" />}
          title={t(refusedFor(nest.error, 'NOT_FOUND') ? 'nests.missingTitle' : 'nests.errorTitle')}
          lead={
            refusedFor(nest.error, 'NOT_FOUND') ? t('nests.missingLead') : refusalText(nest.error, locale)
          }
          action={<Button onClick={() => void nest.refetch()}>{t('action.retry')}</Button>}
        />
      ) : (
        <div role="status" aria-label={t('app.loading')} className="grid gap-6">
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-80 rounded-card" />
        </div>
      )}
    </NestFormFrame>
  );
}
