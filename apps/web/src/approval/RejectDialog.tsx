import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { controlClass, Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useApprovalText } from './use-approval-text.ts';

interface RejectDialogProps {
  title: string;
  /** Meanwhile somebody else has decided, or the card has expired. */
  gone: boolean;
  onReject: (reason: string | undefined) => void;
  onClose: () => void;
  /** Where the focus goes afterwards is the list's business. */
  onCloseFocus: (event: Event) => void;
}

/** The server's own limit. */
const REASON_MAX = 1_000;

/** Asks why. The reason may be left out: a refusal must not wait for words. */
export function RejectDialog({ title, gone, onReject, onClose, onCloseFocus }: RejectDialogProps) {
  const t = useApprovalText();
  const { t: common } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="motion-fade fixed inset-0 z-50 bg-[rgb(0_0_0/0.45)]" />
        <Dialog.Content
          onCloseAutoFocus={onCloseFocus}
          onInteractOutside={(event) => event.preventDefault()}
          className="motion-rise fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] -translate-1/2 overflow-y-auto rounded-card bg-surface p-6 shadow-float ring-1 ring-line outline-none"
        >
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              if (!gone) onReject(reason.trim() === '' ? undefined : reason.trim());
            }}
          >
            <div className="grid gap-1.5">
              <Dialog.Title className="text-lg font-bold">{t('rejecting.title')}</Dialog.Title>
              <Dialog.Description className="text-[0.9375rem] text-ink-soft">
                {t('rejecting.lead', { title })}
              </Dialog.Description>
            </div>
            {gone ? (
              <Notice tone="caution" role="alert" title={t('rejecting.gone')} />
            ) : (
              <Field
                label={t('rejecting.reason')}
                note={common('field.optional')}
                hint={t('rejecting.reasonHint')}
              >
                {(control) => (
                  <textarea
                    {...control}
                    rows={3}
                    maxLength={REASON_MAX}
                    value={reason}
                    placeholder={t('rejecting.reasonPlaceholder')}
                    onChange={(event) => setReason(event.target.value)}
                    className={cx(controlClass, 'py-2.5')}
                  />
                )}
              </Field>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Dialog.Close className={buttonClass('secondary')}>
                {common(gone ? 'action.close' : 'action.cancel')}
              </Dialog.Close>
              {!gone && (
                <Button type="submit" look="danger">
                  {t('rejecting.submit')}
                </Button>
              )}
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
