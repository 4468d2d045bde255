import { CircleCheck, FileText, Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { refusalText } from '../api/refusal.ts';
import { formatBytes } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { Notice } from '../ui/Notice.tsx';
import { ACCEPTED, type UploadAccept } from './check-file.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { mayTryAgain, type UploadFailure } from './upload-failure.ts';
import type { ChosenFile, Upload } from './use-upload.ts';
import { useUploadText } from './use-upload-text.ts';

export interface UploadBoxProps extends Upload {
  /** What is asked for, e.g. "등기부등본 올리기"; names the file input. */
  label: string;
  accept: UploadAccept;
  className?: string;
}

/**
 * The place where a file is dropped or chosen, and where its way is shown to the end. The whole box is the file input's
 * label, so mouse, finger, keyboard and screen reader all meet the same control.
 */
export function UploadBox({ label, accept, className, ...upload }: UploadBoxProps) {
  const t = useUploadText();
  const { state } = upload;
  return (
    <div className={cx('grid gap-3', className)}>
      {state.phase === 'idle' && <FilePicker label={label} accept={accept} onFiles={upload.choose} />}
      {(state.phase === 'checking' || state.phase === 'sending' || state.phase === 'storing') && (
        <UploadProgress state={state} onCancel={upload.cancel} />
      )}
      {state.phase === 'done' && (
        <div className="flex flex-wrap items-center gap-3 rounded-2xl bg-accent-soft p-4" role="status">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-accent" />
          <p className="min-w-0 flex-1 font-semibold">
            {t('done')} <FileName file={state.file} />
          </p>
          <Button size="small" look="secondary" onClick={upload.reset}>
            {t('other')}
          </Button>
        </div>
      )}
      {state.phase === 'failed' && (
        <Failed accept={accept} file={state.file} failure={state.failure} upload={upload} />
      )}
    </div>
  );
}

interface FilePickerProps {
  label: string;
  accept: UploadAccept;
  onFiles: (files: readonly File[]) => void;
}

function FilePicker({ label, accept, onFiles }: FilePickerProps) {
  const t = useUploadText();
  const hintId = useId();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // The input inside does what the keyboard needs; the label only takes drops besides.
    <label
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={cx(
        'relative grid cursor-pointer justify-items-center gap-1 rounded-2xl border border-dashed border-line-strong px-4 py-6 text-center transition-colors',
        'hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <input
        type="file"
        className="sr-only"
        aria-label={label}
        aria-describedby={hintId}
        accept={ACCEPTED[accept].join(',')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen once more.
          event.target.value = '';
        }}
      />
      <UploadIcon aria-hidden className="size-6 text-accent" />
      <span aria-hidden className="font-semibold">
        {label}
      </span>
      <span id={hintId} className="grid gap-0.5 text-sm text-ink-soft">
        <span>{t(isOver ? 'dropHere' : 'choose')}</span>
        <span>{t(`limit.${accept}`)}</span>
      </span>
    </label>
  );
}

interface FailedProps {
  accept: UploadAccept;
  file: ChosenFile | null;
  failure: UploadFailure;
  upload: Upload;
}

function Failed({ accept, file, failure, upload }: FailedProps) {
  const t = useUploadText();
  const locale = useLocale();
  const { kind } = failure;
  const text =
    kind === 'refused'
      ? refusalText(failure.error, locale)
      : kind === 'wrongType'
        ? t(`failure.wrongType.${accept}`)
        : t(`failure.${kind}`);
  // The focused button has left with the progress; what comes next is here.
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={first}>
      <Notice
        tone={kind === 'cancelled' ? 'calm' : 'danger'}
        role="alert"
        title={text}
        actions={
          <>
            {mayTryAgain(kind) && (
              <Button size="small" onClick={upload.retry}>
                {t(kind === 'unsure' ? 'ask' : 'again')}
              </Button>
            )}
            <Button size="small" look="secondary" onClick={upload.reset}>
              {t('other')}
            </Button>
          </>
        }
      >
        {file && <FileName file={file} />}
      </Notice>
    </div>
  );
}

const FileName = ({ file }: { file: ChosenFile }) => (
  <span className="inline-flex max-w-full items-center gap-1.5 align-bottom text-sm font-normal text-ink-soft">
    <FileText aria-hidden className="size-4 shrink-0" />
    <span className="truncate">{file.name}</span>
    <span className="shrink-0">· {formatBytes(file.sizeBytes)}</span>
  </span>
);
