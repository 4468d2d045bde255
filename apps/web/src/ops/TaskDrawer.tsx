import { type ArtefactView, isActiveTask, type TaskTimeline } from '@dungji/contracts';
import { SearchX, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Artefacts } from './Artefacts.tsx';
import { Actions } from './AuditList.tsx';
import { Attempts, Events, Steps } from './History.tsx';
import { Provider } from './Provider.tsx';
import { TaskFacts } from './TaskFacts.tsx';
import { TaskState } from './TaskState.tsx';
import { useOpsText } from './use-ops-text.ts';

export interface TaskDrawerProps {
  /** `null`: not read yet; then `problem` says why, if it could not be. */
  timeline: TaskTimeline | null;
  problem: { kind: 'missing' } | { kind: 'refused'; text: string } | null;
  nowMs: number;
  /** The picture that was asked for, and whether one is being asked for. */
  picture: { key: string; url: string } | null;
  openingKey: string | null;
  cancelling: boolean;
  /** The dialog in which the outcome is decided, when it is open. */
  resolving: ReactNode;
  onResolve: () => void;
  onOpenArtefact: (artefact: ArtefactView) => void;
  onCancel: () => void;
  onRetry: () => void;
  onClose: () => void;
  /** Called when the drawer has left, to put the focus back where it came from. */
  onCloseFocus: (event: Event) => void;
}

/** Everything on record about one task, over the page. It has an address of its own. */
export function TaskDrawer(props: TaskDrawerProps) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  const { timeline, problem } = props;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="motion-fade fixed inset-0 z-40 bg-[rgb(20_16_10/0.5)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={props.onCloseFocus}
          onInteractOutside={(event) => {
            // A toast above the drawer is not outside of it.
            if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
              event.preventDefault();
          }}
          className="motion-rise fixed inset-y-0 right-0 z-40 w-full overflow-y-auto overscroll-contain bg-ground outline-none sm:w-[min(44rem,calc(100vw-4rem))] sm:rounded-l-[1.75rem] sm:shadow-float sm:ring-1 sm:ring-line"
        >
          <header className="sticky top-0 z-10 flex items-start gap-2 bg-ground px-5 pt-5 pb-4 sm:px-8 sm:pt-7">
            <div className="mr-auto grid min-w-0 gap-1">
              <Dialog.Title className="text-2xl leading-tight font-bold">{t('drawer.title')}</Dialog.Title>
              {timeline && (
                <p className="flex flex-wrap items-center gap-2 text-[0.9375rem] text-ink-soft">
                  {t(`kind.${timeline.task.kind}`)}
                  {timeline.task.docType && ` · ${t(`docType.${timeline.task.docType}`)}`}
                  <TaskState status={timeline.task.status} errorCode={timeline.task.errorCode} />
                </p>
              )}
            </div>
            <Dialog.Close aria-label={common('action.close')} className={buttonClass('quiet', 'icon')}>
              <X aria-hidden className="size-5.5" />
            </Dialog.Close>
          </header>
          <div className="grid gap-8 px-5 pt-1 pb-12 sm:px-8">
            {timeline ? (
              <Content {...props} timeline={timeline} />
            ) : problem ? (
              <Unavailable problem={problem} onRetry={props.onRetry} onClose={props.onClose} />
            ) : (
              <>
                <span className="sr-only">{common('app.loading')}</span>
                <Skeleton className="h-40 w-full rounded-2xl" />
                <Skeleton className="h-64 w-full rounded-2xl" />
              </>
            )}
          </div>
          {props.resolving}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ timeline, ...props }: TaskDrawerProps & { timeline: TaskTimeline }) {
  const t = useOpsText();
  const [asking, setAsking] = useState(false);
  const { task, steps, attempts, events, actions, artefacts } = timeline;
  const inDoubt = task.errorCode === 'OUTCOME_UNKNOWN';
  return (
    <>
      <div className="grid gap-4">
        <TaskFacts task={task} nowMs={props.nowMs} />
        {inDoubt && (
          <Button className="justify-self-start" onClick={props.onResolve}>
            {t('resolve.open')}
          </Button>
        )}
        {isActiveTask(task) && (
          <Button
            look="secondary"
            className="justify-self-start text-danger"
            busy={props.cancelling}
            onClick={() => setAsking(true)}
          >
            {t('drawer.cancel')}
          </Button>
        )}
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title={t('drawer.cancelTitle')}
          lead={t('drawer.cancelLead')}
          confirmLabel={t('drawer.cancel')}
          keepLabel={t('drawer.cancelKeep')}
          danger
          onConfirm={() => {
            setAsking(false);
            props.onCancel();
          }}
        />
      </div>
      {artefacts.length > 0 && (
        <Artefacts
          artefacts={artefacts}
          picture={props.picture}
          openingKey={props.openingKey}
          onOpen={props.onOpenArtefact}
        />
      )}
      {timeline.provider && <Provider record={timeline.provider} />}
      <Steps steps={steps} />
      {attempts.length > 0 && <Attempts attempts={attempts} active={isActiveTask(task)} />}
      <Events events={events} />
      {actions.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-base font-bold">{t('drawer.actions')}</h3>
          <Actions actions={actions} />
        </section>
      )}
    </>
  );
}

function Unavailable({
  problem,
  onRetry,
  onClose,
}: Pick<TaskDrawerProps, 'onRetry' | 'onClose'> & { problem: NonNullable<TaskDrawerProps['problem']> }) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  const missing = problem.kind === 'missing';
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-12 text-center">
      <SearchX aria-hidden className="size-10 text-ink-faint" />
      <p className="max-w-sm text-ink-soft">{missing ? t('drawer.missing') : problem.text}</p>
      <Button onClick={missing ? onClose : onRetry}>
        {common(missing ? 'action.close' : 'action.retry')}
      </Button>
    </div>
  );
}
