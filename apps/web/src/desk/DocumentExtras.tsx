import type { DocType, DocumentView, NestView } from '@dungji/contracts';
import { History, Upload } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { usePage } from '../page/page.ts';
import { Button } from '../ui/Button.tsx';
import { UploadBox } from '../upload/UploadBox.tsx';
import { useUpload } from '../upload/use-upload.ts';
import { useUploadCalls } from '../upload/use-upload-calls.ts';
import { DocumentHistory } from './DocumentHistory.tsx';
import { useDeskText } from './use-desk-text.ts';

interface DocumentExtrasProps {
  nest: NestView;
  docType: DocType;
}

/** Under a document's card: bringing a file of one's own, and the files from before. */
export function DocumentExtras({ nest, docType }: DocumentExtrasProps) {
  const t = useDeskText();
  const [shown, setShown] = useState<'upload' | 'history' | null>(null);
  const { document } = nest.documents[docType];
  const toggle = (part: 'upload' | 'history') => setShown(shown === part ? null : part);
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="-my-1 -ml-3 flex flex-wrap gap-1">
        <Button look="quiet" size="small" aria-expanded={shown === 'upload'} onClick={() => toggle('upload')}>
          <Upload aria-hidden className="size-4" />
          {t(document === null ? 'document.upload' : 'document.replace')}
        </Button>
        {document !== null && (
          <Button
            look="quiet"
            size="small"
            aria-expanded={shown === 'history'}
            onClick={() => toggle('history')}
          >
            <History aria-hidden className="size-4" />
            {t('document.history')}
          </Button>
        )}
      </div>
      {shown === 'upload' && <Uploading nest={nest} docType={docType} />}
      {shown === 'history' && <Earlier nest={nest} docType={docType} />}
    </div>
  );
}

function Uploading({ nest, docType }: DocumentExtrasProps) {
  const t = useDeskText();
  const { queries } = usePage();
  const calls = useUploadCalls();
  const upload = useUpload({
    calls,
    purpose: { nestId: nest.id, docType },
    // The event brings the document by itself; this is for when no events come.
    onDone: () => void queries.nests.get.invalidate({ nestId: nest.id }),
  });
  return (
    <div className="grid gap-2">
      <UploadBox
        {...upload}
        label={t('document.uploadLabel', { document: t(`document.${docType}`) })}
        accept="document"
      />
      <p className="text-sm text-ink-soft">{t('document.uploadHint')}</p>
    </div>
  );
}

function Earlier({ nest, docType }: DocumentExtrasProps) {
  const locale = useLocale();
  const { queries } = usePage();
  const [downloadingId, setDownloadingId] = useState<string | null>(null);
  const { document } = nest.documents[docType];
  const list = trpc.documents.list.useQuery({ nestId: nest.id }, { staleTime: 0 });

  async function download(documentId: DocumentView['id']): Promise<void> {
    setDownloadingId(documentId);
    try {
      const { url } = await queries.documents.download.fetch({ documentId }, { staleTime: 0 });
      window.location.assign(url);
    } catch (error) {
      toast.error(refusalText(error, locale), { id: documentId });
    } finally {
      setDownloadingId(null);
    }
  }

  return (
    <DocumentHistory
      documents={
        list.data
          ?.filter((each) => each.docType === docType)
          .sort((a, b) => b.createdAt.localeCompare(a.createdAt)) ?? null
      }
      problem={list.error && refusalText(list.error, locale)}
      currentId={document?.id ?? null}
      downloadingId={downloadingId}
      onDownload={(documentId) => void download(documentId)}
      onRetry={() => void list.refetch()}
    />
  );
}
