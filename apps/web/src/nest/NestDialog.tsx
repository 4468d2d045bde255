import type { NestView } from '@dungji/contracts';
import { MoreHorizontal, PencilLine, SearchX, Trash2, X } from 'lucide-react';
import { Dialog, DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuClass, menuItemClass } from '../shell/AccountMenu.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { cx } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NestFacts } from './NestFacts.tsx';

export interface NestDialogProps {
  /** `null`: not read yet; then `problem` says why, if it could not be. */
  nest: NestView | null;
  problem: { kind: 'missing' } | { kind: 'refused'; text: string } | null;
  removing: boolean;
  /** The cards of both documents. */
  documents: ReactNode;
  onRetry: () => void;
  onEdit: () => void;
  onRemove: () => void;
  onClose: () => void;
  /** Called when the dialog has left, to put the focus back where it came from. */
  onCloseFocus: (event: Event) => void;
}

/** One nest, over the list. A page of its own address: it can be linked, reloaded and left by the back button. */
export function NestDialog(props: NestDialogProps) {
  const { t } = useTranslation();
  const { nest, problem, onClose } = props;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="motion-fade fixed inset-0 z-40 bg-[rgb(20_16_10/0.5)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={props.onCloseFocus}
          onInteractOutside={(event) => {
            // A toast above the dialog is not outside of it.
            if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
              event.preventDefault();
          }}
          className="motion-rise fixed inset-0 z-40 overflow-y-auto overscroll-contain bg-ground outline-none sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[min(52rem,calc(100dvh-3rem))] sm:w-[min(42rem,calc(100vw-3rem))] sm:-translate-1/2 sm:rounded-[1.75rem] sm:shadow-float sm:ring-1 sm:ring-line"
        >
          <header className="sticky top-0 z-10 flex items-start gap-2 bg-ground px-5 pt-5 pb-4 sm:px-8 sm:pt-7">
            <div className="mr-auto grid min-w-0 gap-0.5">
              {nest && (
                <span className="text-[0.8125rem] font-semibold text-accent">
                  {t(`buildingType.${nest.buildingType}`)}
                </span>
              )}
              <Dialog.Title className="text-2xl leading-tight font-bold">
                {nest?.name ??
                  (problem ? (
                    t(problem.kind === 'missing' ? 'nests.missingTitle' : 'nests.errorTitle')
                  ) : (
                    <LoadingTitle />
                  ))}
              </Dialog.Title>
              {nest && (
                <p className="text-[0.9375rem] text-ink-soft">
                  {nest.roadAddress} {nest.detailAddress}
                </p>
              )}
            </div>
            {nest && <NestMenu {...props} nest={nest} />}
            <Dialog.Close aria-label={t('action.close')} className={buttonClass('quiet', 'icon')}>
              <X aria-hidden className="size-5.5" />
            </Dialog.Close>
          </header>
          <div className="grid gap-8 px-5 pt-2 pb-10 sm:px-8">
            {nest ? (
              <>
                <NestFacts nest={nest} />
                <section aria-label={t('nests.documents')} className="grid gap-4">
                  {props.documents}
                </section>
              </>
            ) : problem ? (
              <Unavailable problem={problem} onRetry={props.onRetry} onClose={onClose} />
            ) : (
              <LoadingBody />
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function NestMenu({ nest, removing, onEdit, onRemove }: NestDialogProps & { nest: NestView }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger aria-label={t('nests.menu')} className={buttonClass('quiet', 'icon')}>
          <MoreHorizontal aria-hidden className="size-5.5" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={6} className={menuClass}>
            <DropdownMenu.Item className={menuItemClass} onSelect={onEdit}>
              <PencilLine aria-hidden className="size-4.5 text-ink-soft" />
              {t('nests.edit')}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={cx(menuItemClass, 'text-danger')} onSelect={() => setAsking(true)}>
              <Trash2 aria-hidden className="size-4.5" />
              {t('nests.remove')}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Confirm
        open={asking || removing}
        onOpenChange={setAsking}
        title={t('nests.removeTitle')}
        lead={t('nests.removeLead', { name: nest.name })}
        confirmLabel={t(removing ? 'nests.removing' : 'nests.removeConfirm')}
        keepLabel={t('action.cancel')}
        danger
        busy={removing}
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
      />
    </>
  );
}

function Unavailable({
  problem,
  onRetry,
  onClose,
}: Pick<NestDialogProps, 'onRetry' | 'onClose'> & { problem: NonNullable<NestDialogProps['problem']> }) {
  const { t } = useTranslation();
  const missing = problem.kind === 'missing';
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-12 text-center">
      <SearchX aria-hidden className="size-10 text-ink-faint" />
      <p className="max-w-sm text-ink-soft">{missing ? t('nests.missingLead') : problem.text}</p>
      <Button onClick={missing ? onClose : onRetry}>{t(missing ? 'nests.toList' : 'action.retry')}</Button>
    </div>
  );
}

function LoadingTitle() {
  const { t } = useTranslation();
  return (
    <>
      <span className="sr-only">{t('app.loading')}</span>
      <Skeleton className="my-1 h-7 w-44" />
    </>
  );
}

/** As high as what will come, or the dialog would move when it is there. */
const LoadingBody = () => (
  <div className="grid gap-8">
    <Skeleton className="h-28 w-full rounded-2xl" />
    <div className="grid gap-4">
      <Skeleton className="h-20 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
    </div>
  </div>
);
