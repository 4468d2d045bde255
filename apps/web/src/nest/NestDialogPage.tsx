import type { NestView } from '@dungji/contracts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { refusalText, refusedFor } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { ChecklistLink } from '../desk/ChecklistLink.tsx';
import { DocumentExtras } from '../desk/DocumentExtras.tsx';
import { IssueOutlook } from '../desk/IssueOutlook.tsx';
import { NestDocument } from '../document/NestDocument.tsx';
import { useLocale } from '../i18n/use-locale.ts';
import type { NestAnswer, NestPages } from '../live/cached-answers.ts';
import { NEST_LIST } from '../live/live-queries.ts';
import { usePage } from '../page/page.ts';
import { NestDialog } from './NestDialog.tsx';

export function NestDialogPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { nestId } = useParams({ from: '/signed-in/nests/nests/$nestId' });
  const navigate = useNavigate();
  const page = usePage();
  const { queryClient, knownViews } = page;
  const leaving = useRef(false);
  const nest = trpc.nests.get.useQuery(
    { nestId },
    {
      placeholderData: () =>
        nestFromList(queryClient.getQueriesData<NestPages>({ queryKey: [NEST_LIST] }), nestId),
    },
  );
  const remove = trpc.nests.remove.useMutation({
    onSuccess: async () => {
      leaving.current = true;
      knownViews.removeNest(nestId);
      toast.success(t('nests.removed'), { id: `removed-${nestId}` });
      await navigate({ to: '/' });
      void page.queries.nests.list.invalidate();
    },
    onError: (error) => {
      toast.error(refusedFor(error, 'ACTIVE_TASKS') ? t('nests.removeActive') : refusalText(error, locale), {
        id: `remove-${nestId}`,
      });
    },
  });

  return (
    <NestDialog
      nest={nest.data ?? null}
      problem={
        !nest.error || leaving.current
          ? null
          : refusedFor(nest.error, 'NOT_FOUND') || refusedFor(nest.error, 'INVALID_INPUT')
            ? { kind: 'missing' }
            : { kind: 'refused', text: refusalText(nest.error, locale) }
      }
      removing={remove.isPending}
      documents={nest.data && <Documents nest={nest.data} />}
      onRetry={() => void nest.refetch()}
      onEdit={() => void navigate({ to: '/nests/$nestId/edit', params: { nestId } })}
      onRemove={() => remove.mutate({ nestId })}
      onClose={() => void navigate({ to: '/' })}
      onCloseFocus={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>(`[data-nest-link="${CSS.escape(nestId)}"]`)?.focus();
      }}
    />
  );
}

function Documents({ nest }: { nest: NestView }) {
  return (
    <>
      <ChecklistLink nestId={nest.id} />
      {(['REGISTRY', 'LEDGER'] as const).map((docType) => (
        <NestDocument
          key={docType}
          nest={nest}
          docType={docType}
          outlook={<IssueOutlook nest={nest} docType={docType} />}
        >
          <DocumentExtras nest={nest} docType={docType} />
        </NestDocument>
      ))}
    </>
  );
}

/** What the list already knows of a nest, so that its dialog opens filled. */
function nestFromList(
  lists: readonly (readonly [unknown, NestPages | undefined])[],
  nestId: string,
): NestAnswer | undefined {
  for (const [, list] of lists) {
    for (const { items, serverNow } of list?.pages ?? []) {
      const found = items.find(({ id }) => id === nestId);
      if (found) return { ...found, serverNow };
    }
  }
  return undefined;
}
