import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';

interface SheetProps {
  title: string;
  lead?: string | undefined;
  onClose: () => void;
  /** Above another sheet. */
  raised?: boolean;
  /** Fills the screen: for looking at paper. */
  wide?: boolean;
  /** Beside the close button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A dialog over a page: the whole screen on a phone, a sheet in the middle of a larger one. */
export function Sheet({ title, lead, onClose, raised = false, wide = false, actions, children }: SheetProps) {
  const { t } = useTranslation();
  const cameFrom = useRef<Element | null>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay
          className={cx('motion-fade fixed inset-0 bg-[rgb(20_16_10/0.5)]', raised ? 'z-50' : 'z-40')}
        />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            cameFrom.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            // Opened by the address and not by a trigger, so the way back is remembered here.
            event.preventDefault();
            const opener = cameFrom.current;
            if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected)
              opener.focus();
            else document.getElementById('content')?.focus();
          }}
          onInteractOutside={(event) => {
            // A toast above the sheet is not outside of it.
            if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
              event.preventDefault();
          }}
          className={cx(
            'motion-rise fixed inset-0 overflow-y-auto overscroll-contain bg-ground outline-none',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:-translate-1/2 sm:rounded-[1.75rem] sm:shadow-float sm:ring-1 sm:ring-line',
            wide
              ? 'sm:h-[calc(100dvh-3rem)] sm:w-[min(64rem,calc(100vw-3rem))]'
              : 'sm:max-h-[min(56rem,calc(100dvh-3rem))] sm:w-[min(44rem,calc(100vw-3rem))]',
            raised ? 'z-50' : 'z-40',
          )}
        >
          <header className="sticky top-0 z-10 flex items-start gap-2 bg-ground px-5 pt-5 pb-4 sm:px-8 sm:pt-7">
            <div className="mr-auto grid min-w-0 gap-0.5">
              <Dialog.Title className="text-2xl leading-tight font-bold">{title}</Dialog.Title>
              {lead && <p className="text-[0.9375rem] text-ink-soft">{lead}</p>}
            </div>
            {actions}
            <Dialog.Close aria-label={t('action.close')} className={buttonClass('quiet', 'icon')}>
              <X aria-hidden className="size-5.5" />
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
