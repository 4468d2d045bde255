import { AlertDialog } from 'radix-ui';
import { useRef } from 'react';
import { Button, buttonClass } from './Button.tsx';

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  lead: string;
  confirmLabel: string;
  keepLabel: string;
  danger?: boolean;
  busy?: boolean;
  /** Stays open while the work runs; the caller closes it. */
  onConfirm: () => void;
}

/** Asks before something that cannot be undone. Focus starts on the harmless answer. */
export function Confirm({
  open,
  onOpenChange,
  title,
  lead,
  confirmLabel,
  keepLabel,
  danger = false,
  busy = false,
  onConfirm,
}: ConfirmProps) {
  const cameFrom = useRef<Element | null>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="motion-fade fixed inset-0 z-50 bg-[rgb(0_0_0/0.45)]" />
        <AlertDialog.Content
          onOpenAutoFocus={() => {
            cameFrom.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            // Opened by state and not by a trigger of its own, so the way back is remembered here.
            event.preventDefault();
            if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected)
              cameFrom.current.focus();
          }}
          className="motion-rise fixed top-1/2 left-1/2 z-50 grid w-[min(26rem,calc(100vw-2rem))] -translate-1/2 gap-2 rounded-card bg-surface p-6 shadow-float ring-1 ring-line outline-none"
        >
          <AlertDialog.Title className="text-lg font-bold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-ink-soft">{lead}</AlertDialog.Description>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass('secondary')}>{keepLabel}</AlertDialog.Cancel>
            <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
