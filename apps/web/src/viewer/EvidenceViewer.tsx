import type { Evidence } from '@dungji/contracts';
import { Download, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../desk/Sheet.tsx';
import { useDeskText } from '../desk/use-desk-text.ts';
import { withoutResidentNumbers } from '../desk/without-resident-numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PaperView } from './PaperView.tsx';
import { Stepper } from './Stepper.tsx';

/** The file behind the evidence in sight. */
export type PaperFile =
  | { state: 'loading' }
  | { state: 'failed'; reason: 'notThere' | 'unreachable' }
  | { state: 'ready'; bytes: Uint8Array<ArrayBuffer> };

export interface EvidenceViewerProps {
  pieces: readonly Evidence[];
  /** Which piece is in sight. */
  index: number;
  /** `등기부등본 · 을구 3번 · 2쪽` of the piece in sight. */
  where: string;
  file: PaperFile;
  downloading: boolean;
  onIndex: (index: number) => void;
  onRetry: () => void;
  onDownload: () => void;
  onClose: () => void;
}

/** The proof of a number: the page of the document it was read from, with the place marked and its words beside it. */
export function EvidenceViewer(props: EvidenceViewerProps) {
  const t = useDeskText();
  const { t: common } = useTranslation();
  const { pieces, index, where, file, onIndex } = props;
  const [zoom, setZoom] = useState(1);
  const piece = pieces[index];
  if (!piece) return null;
  return (
    <Sheet
      title={t('viewer.titleAny')}
      lead={where}
      onClose={props.onClose}
      raised
      wide
      actions={
        <Button
          look="quiet"
          size="icon"
          busy={props.downloading}
          aria-label={t('viewer.download')}
          onClick={props.onDownload}
        >
          {!props.downloading && <Download aria-hidden className="size-5.5" />}
        </Button>
      }
    >
      <div className="grid gap-4 px-5 pb-8 sm:px-8">
        {piece.text && (
          <blockquote className="grid gap-0.5 rounded-2xl bg-sunken px-4 py-3">
            <span className="text-[0.8125rem] text-ink-soft">{t('viewer.quote')}</span>
            <p className="font-medium">{withoutResidentNumbers(piece.text)}</p>
          </blockquote>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          {pieces.length > 1 ? (
            <Stepper
              text={t('viewer.evidence', { index: index + 1, count: pieces.length })}
              previous={t('viewer.previousEvidence')}
              next={t('viewer.nextEvidence')}
              at={index}
              count={pieces.length}
              onAt={onIndex}
            />
          ) : (
            <span />
          )}
          <div className="flex gap-1">
            <Zoom
              Icon={ZoomOut}
              label={t('viewer.zoomOut')}
              disabled={zoom <= 1}
              onClick={() => setZoom(zoom / 1.5)}
            />
            <Zoom
              Icon={ZoomIn}
              label={t('viewer.zoomIn')}
              disabled={zoom >= 3}
              onClick={() => setZoom(zoom * 1.5)}
            />
          </div>
        </div>
        {file.state === 'ready' ? (
          <PaperView key={`${piece.documentId}/${index}`} bytes={file.bytes} piece={piece} zoom={zoom} />
        ) : file.state === 'failed' ? (
          <Notice
            tone="danger"
            role="alert"
            title={t('viewer.errorTitle')}
            actions={
              <Button size="small" look="secondary" onClick={props.onRetry}>
                {common('action.retry')}
              </Button>
            }
          >
            {t(`viewer.${file.reason}`)}
          </Notice>
        ) : (
          <div role="status" aria-label={t('viewer.loading')}>
            <Skeleton className="h-[60dvh] w-full rounded-2xl" />
          </div>
        )}
      </div>
    </Sheet>
  );
}

interface ZoomProps {
  Icon: typeof ZoomIn;
  label: string;
  disabled: boolean;
  onClick: () => void;
}

const Zoom = ({ Icon, label, disabled, onClick }: ZoomProps) => (
  <Button
    look="quiet"
    size="icon"
    aria-label={label}
    aria-disabled={disabled}
    onClick={() => !disabled && onClick()}
  >
    <Icon aria-hidden className="size-5" />
  </Button>
);
