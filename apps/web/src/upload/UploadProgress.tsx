import { useEffect, useRef } from 'react';
import { formatBytes } from '../i18n/format.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import type { UploadState } from './use-upload.ts';
import { useUploadText } from './use-upload-text.ts';

interface UploadProgressProps {
  state: Extract<UploadState, { phase: 'checking' | 'sending' | 'storing' }>;
  onCancel: () => void;
}

/** A file on its way. Once all bytes are sent there is nothing left to cancel. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const t = useUploadText();
  const { file, phase } = state;
  const sentBytes = phase === 'sending' ? state.sentBytes : phase === 'storing' ? file.sizeBytes : 0;
  const percent = Math.min(100, Math.floor((sentBytes / Math.max(1, file.sizeBytes)) * 100));
  const inWords = t('sent', { sent: formatBytes(sentBytes), total: formatBytes(file.sizeBytes) });
  // The chosen input has left; the keyboard goes on from here.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-3 rounded-2xl bg-sunken p-4 outline-none">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 truncate font-semibold">{file.name}</p>
        {phase === 'sending' && <span className="text-sm text-ink-soft tabular-nums">{percent}%</span>}
      </div>
      <div
        role="progressbar"
        aria-label={file.name}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(phase === 'sending' && { 'aria-valuenow': percent })}
        aria-valuetext={phase === 'sending' ? inWords : t(phase)}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cx(
            'h-full rounded-full bg-accent transition-[width]',
            phase !== 'sending' && 'animate-pulse',
          )}
          style={{ width: phase === 'checking' ? '8%' : `${percent}%` }}
        />
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft tabular-nums" role="status">
          {phase === 'sending' ? t('sending') : t(phase)}
          {phase === 'sending' && <span aria-hidden> · {inWords}</span>}
        </p>
        {phase !== 'storing' && (
          <Button size="small" look="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
