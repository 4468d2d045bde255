import { type DocumentView, OcrResult, TASK_ERRORS, type TaskView } from '@dungji/contracts';
import { BookOpenCheck, CircleAlert, Download, FileText, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';

interface IssuedDocumentProps {
  document: DocumentView;
  /** The task that reads it, once known. */
  reading: TaskView | null;
  downloading: boolean;
  onDownload: () => void;
  /** Another reading has been asked for and not been answered yet. */
  askingAgain: boolean;
  onReadAgain: () => void;
}

/** A stored document: its file, the way to open it, and whether its text has been read. */
export function IssuedDocument({
  document,
  reading,
  downloading,
  onDownload,
  ...again
}: IssuedDocumentProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const facts = [
    t(document.source === 'ISSUED' ? 'document.issuedAt' : 'document.uploadedAt', {
      time: formatMoment(document.createdAt, locale),
    }),
    ...(document.pages === null ? [] : [t('document.pages', { count: document.pages })]),
    formatBytes(document.sizeBytes),
  ];
  return (
    <div className="grid gap-3 rounded-2xl bg-sunken p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FileText aria-hidden className="size-6 shrink-0 text-accent" />
        <div className="min-w-40 flex-1">
          <p className="font-semibold">{document.fileName}</p>
          <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
        </div>
        <Button busy={downloading} onClick={onDownload}>
          {!downloading && <Download aria-hidden className="size-4" />}
          {t(downloading ? 'document.downloading' : 'document.download')}
        </Button>
      </div>
      <ReadingState document={document} reading={reading} {...again} />
    </div>
  );
}

function ReadingState({
  document,
  reading,
  askingAgain,
  onReadAgain,
}: Omit<IssuedDocumentProps, 'downloading' | 'onDownload'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const line = 'flex items-center gap-2 border-t border-line pt-3 text-sm';

  const failed = reading === null ? document.analysis === 'FAILED' : reading.status === 'FAILED';
  if (failed) {
    return (
      <div className={`${line} flex-wrap text-danger`}>
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        <p className="min-w-48 flex-1">
          {t('reading.failed')}
          {reading?.status === 'FAILED' && <> {TASK_ERRORS[reading.errorCode].message[locale]}</>}
        </p>
        <Button look="secondary" size="small" busy={askingAgain} onClick={onReadAgain}>
          {t(askingAgain ? 'reading.asking' : 'reading.again')}
        </Button>
      </div>
    );
  }
  if (reading?.status === 'SUCCESS' || document.analysis === 'DONE') {
    const method = OcrResult.safeParse(reading?.result).data?.method;
    const text =
      method === 'TEXT_LAYER' ? 'reading.textLayer' : method === 'OCR' ? 'reading.ocr' : 'reading.done';
    return (
      <p className={`${line} text-ink-soft`}>
        <BookOpenCheck aria-hidden className="size-4 shrink-0 text-accent" />
        {t(text)}
      </p>
    );
  }
  if (document.analysis === 'NONE' && reading === null) {
    return (
      <div className={line}>
        <Button look="secondary" size="small" busy={askingAgain} onClick={onReadAgain}>
          {t(askingAgain ? 'reading.asking' : 'reading.again')}
        </Button>
      </div>
    );
  }
  return (
    <p className={`${line} text-ink-soft`}>
      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-accent" />
      {t(reading?.status === 'PROCESSING' ? 'reading.working' : 'reading.waiting')}
    </p>
  );
}
