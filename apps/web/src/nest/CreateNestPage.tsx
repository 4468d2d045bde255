import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { refusalOf, refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { NestForm } from './NestForm.tsx';
import { NestFormFrame } from './NestFormFrame.tsx';
import { EMPTY_NEST } from './nest-form-values.ts';

const NONE: readonly string[] = [];

export function CreateNestPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { queries } = usePage();
  const issue = trpc.issuance.request.useMutation({
    // The nest is there all the same, and its page offers the document.
    onError: (error) => toast.error(refusalText(error, locale), { id: 'issue-refused' }),
  });
  const create = trpc.nests.create.useMutation({
    onSuccess: async (nest, { autoIssue }) => {
      // The server starts the register with the nest; the ledger is asked for like by a click.
      if (autoIssue) issue.mutate({ nestId: nest.id, docType: 'LEDGER' });
      toast.success(t('nestForm.created'), { id: `created-${nest.id}` });
      void queries.nests.list.invalidate();
      await navigate({ to: '/nests/$nestId', params: { nestId: nest.id } });
    },
  });
  return (
    <NestFormFrame title={t('nestForm.createTitle')} lead={t('nestForm.createLead')}>
      <NestForm
        mode="create"
        initial={EMPTY_NEST}
        busy={create.isPending}
        problem={
          create.error &&
          (refusedFor(create.error, 'INVALID_INPUT')
            ? t('nestForm.checkFields')
            : refusalText(create.error, locale))
        }
        refusedFields={create.error ? Object.keys(refusalOf(create.error)?.fieldErrors ?? {}) : NONE}
        onSubmit={(nest) => create.mutate(nest)}
        onCancel={() => void navigate({ to: '/' })}
      />
    </NestFormFrame>
  );
}
