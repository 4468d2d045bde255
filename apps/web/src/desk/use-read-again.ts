import type { DocType, NestView } from '@dungji/contracts';
import { toast } from 'sonner';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { useDeskText } from './use-desk-text.ts';

/** Has a document of the nest read once more. */
export function useReadAgain(nest: NestView): { asking: DocType | null; ask: (docType: DocType) => void } {
  const t = useDeskText();
  const locale = useLocale();
  const { queries } = usePage();
  const request = trpc.ocr.request.useMutation({
    onError: (error) =>
      void toast.error(t('document.readAgainFailed', { reason: refusalText(error, locale) }), {
        id: `read-${nest.id}`,
      }),
    onSettled: () => queries.nests.get.invalidate({ nestId: nest.id }),
  });
  const askedFor = request.isPending ? request.variables.documentId : null;
  const { REGISTRY, LEDGER } = nest.documents;
  return {
    asking:
      askedFor === null
        ? null
        : REGISTRY.document?.id === askedFor
          ? 'REGISTRY'
          : LEDGER.document?.id === askedFor
            ? 'LEDGER'
            : null,
    ask(docType) {
      const { document } = nest.documents[docType];
      if (document && !request.isPending) request.mutate({ documentId: document.id });
    },
  };
}
