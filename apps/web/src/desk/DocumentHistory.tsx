import type { DocumentView } from '@dungji/contracts';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useDeskText } from './use-desk-text.ts';

export interface DocumentHistoryProps {
  /** Newest first; `null`: not read yet. */
  documents: readonly DocumentView[] | null;
  problem: string | null;
  currentId: string | null;
  downloadingId: string | null;
  onDownload: (documentId: DocumentView['id']) => void;
  onRetry: () => void;
}

/** Every file that ever stood here. Replacing one keeps it. */
export function DocumentHistory(props: DocumentHistoryProps) {
  const t = useDeskText();
  const { t: common } = useTranslation();
  const locale = useLocale();
  const { documents, problem, currentId, downloadingId } = props;
  if (documents === null) {
    return problem === null ? (
      <div role="status" aria-label={common('app.loading')}>
        <Skeleton className="h-14 w-full rounded-2xl" />
      </div>
    ) : (
      <Notice
        tone="danger"
        role="alert"
        title={t('document.historyError')}
        actions={
          <Button size="small" look="secondary" onClick={props.onRetry}>
            {common('action.retry')}
          </Button>
        }
      >
        {problem}
      </Notice>
    );
  }
  if (documents.length === 0) return <p className="text-sm text-ink-soft">{t('document.historyNone')}</p>;
  return (
    <ul aria-label={t('document.history')} className="grid divide-y divide-line rounded-2xl ring-1 ring-line">
      {documents.map((document) => (
        <li key={document.id} className="flex items-center gap-3 px-4 py-2.5">
          <div className="grid min-w-0 flex-1">
            <span className="truncate font-medium">{document.fileName}</span>
            <span className="text-sm text-ink-soft">
              {[
                ...(document.id === currentId ? [t('document.current')] : []),
                `${formatMoment(document.createdAt, locale)} ${t(document.source === 'ISSUED' ? 'document.issued' : 'document.uploaded')}`,
                formatBytes(document.sizeBytes),
              ].join(' · ')}
            </span>
          </div>
          <Button
            look="quiet"
            size="icon"
            busy={downloadingId === document.id}
            aria-label={t('document.download', { name: document.fileName })}
            onClick={() => props.onDownload(document.id)}
          >
            {downloadingId !== document.id && <Download aria-hidden className="size-5" />}
          </Button>
        </li>
      ))}
    </ul>
  );
}
