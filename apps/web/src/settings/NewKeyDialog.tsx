import { Check, Copy } from 'lucide-react';
import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { controlClass } from '../ui/Field.tsx';

/** The only time a key is shown. Nothing but the button closes it. */
export function NewKeyDialog({ value, onStored }: { value: string; onStored: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="motion-fade fixed inset-0 z-50 bg-[rgb(0_0_0/0.45)]" />
        <AlertDialog.Content
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="motion-rise fixed top-1/2 left-1/2 z-50 grid w-[min(30rem,calc(100vw-2rem))] -translate-1/2 gap-2 rounded-card bg-surface p-6 shadow-float ring-1 ring-line outline-none"
        >
          <AlertDialog.Title className="text-lg font-bold">{t('settings.keyOnceTitle')}</AlertDialog.Title>
          <AlertDialog.Description className="text-ink-soft">
            {t('settings.keyOnceLead')}
          </AlertDialog.Description>
          {/* Wrapped, with room below the letters: whoever writes it down must see its end and its underscores. */}
          <textarea
            readOnly
            aria-label={t('settings.keyOnceLabel')}
            value={value}
            onFocus={(event) => event.target.select()}
            className={cx(
              controlClass,
              'field-sizing-content mt-3 resize-none py-3 font-mono text-sm leading-6 break-all',
            )}
          />
          <div className="mt-3 flex justify-end gap-2">
            <Button
              look="secondary"
              onClick={() => {
                // Refused by the browser: the field is selected for copying by hand.
                navigator.clipboard.writeText(value).then(
                  () => setCopied(true),
                  () => setCopied(false),
                );
              }}
            >
              {copied ? (
                <Check aria-hidden className="size-4 text-accent" />
              ) : (
                <Copy aria-hidden className="size-4" />
              )}
              <span aria-live="polite">{t(copied ? 'action.copied' : 'action.copy')}</span>
            </Button>
            <AlertDialog.Action className={buttonClass()} onClick={onStored}>
              {t('settings.keyStored')}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
