import type { TimelineStep } from '@dungji/contracts';
import { Dialog } from 'radix-ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx';
import { cx } from '../ui/class-names.ts';
import { controlClass, Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useOpsText } from './use-ops-text.ts';

interface ResolveDialogProps {
  /** The task's steps: the one in doubt names the order to look for. */
  steps: readonly TimelineStep[];
  busy: boolean;
  /** Why the last try was refused. */
  problem: string | null;
  onDecide: (happened: boolean, note: string) => void;
  onClose: () => void;
}

type Choice = 'happened' | 'notHappened';
/** The server's own limit. */
const NOTE_MAX = 1_000;

/** An operator says what became of a payment. Nothing is chosen beforehand: a decision must not be a slip. */
export function ResolveDialog({ steps, busy, problem, onDecide, onClose }: ResolveDialogProps) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const questionId = useId();
  const choiceMissing = tried && choice === null;
  const noteMissing = tried && note.trim() === '';

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="motion-fade fixed inset-0 z-50 bg-[rgb(0_0_0/0.45)]" />
        <Dialog.Content
          onInteractOutside={(event) => event.preventDefault()}
          className="motion-rise fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] -translate-1/2 overflow-y-auto rounded-card bg-surface p-6 shadow-float ring-1 ring-line outline-none"
        >
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              setTried(true);
              if (busy || choice === null || note.trim() === '') return;
              onDecide(choice === 'happened', note.trim());
            }}
          >
            <div className="grid gap-1.5">
              <Dialog.Title className="text-lg font-bold">{t('resolve.title')}</Dialog.Title>
              <Dialog.Description className="text-[0.9375rem] text-ink-soft">
                {t('resolve.lead')}
              </Dialog.Description>
            </div>
            <Order steps={steps} />
            <div className="grid gap-2">
              <span id={questionId} className="text-sm font-semibold">
                {t('resolve.question')}
              </span>
              <ChoiceGroup
                labelledBy={questionId}
                describedBy={`${questionId}-hint`}
                invalid={choiceMissing}
                choices={[
                  { value: 'happened', label: t('resolve.happened') },
                  { value: 'notHappened', label: t('resolve.notHappened') },
                ]}
                value={choice}
                onChange={setChoice}
              />
              <p
                id={`${questionId}-hint`}
                aria-live="polite"
                className={cx(
                  'text-[0.8125rem]',
                  choiceMissing ? 'font-medium text-danger' : 'text-ink-soft',
                )}
              >
                {choiceMissing ? t('resolve.choose') : choice && t(`resolve.${choice}Hint`)}
              </p>
            </div>
            <Field label={t('resolve.note')} error={noteMissing ? t('resolve.noteMissing') : undefined}>
              {(control) => (
                <textarea
                  {...control}
                  rows={3}
                  maxLength={NOTE_MAX}
                  value={note}
                  placeholder={t('resolve.notePlaceholder')}
                  onChange={(event) => setNote(event.target.value)}
                  className={cx(controlClass, 'py-2.5')}
                />
              )}
            </Field>
            {problem && <Notice tone="danger" role="alert" title={problem} />}
            <div className="flex flex-wrap justify-end gap-2">
              <Dialog.Close className={buttonClass('secondary')}>{common('action.cancel')}</Dialog.Close>
              <Button type="submit" busy={busy}>
                {t(busy ? 'resolve.submitting' : 'resolve.submit')}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Order({ steps }: { steps: readonly TimelineStep[] }) {
  const t = useOpsText();
  const step = steps.findLast(({ mode }) => mode === 'once');
  if (!step) return null;
  const noted = step.output?.orderNo;
  const found = { DONE: t('resolve.foundDone'), PENDING: t('resolve.foundNot') } as const;
  return (
    <dl className="grid gap-1 rounded-2xl bg-sunken p-4">
      <dt className="text-sm text-ink-soft">{t('resolve.order')}</dt>
      <dd className="font-semibold tabular-nums select-all">
        {typeof noted === 'string' ? noted : step.idempotencyKey}
      </dd>
      {(step.status === 'DONE' || step.status === 'PENDING') && (
        <dd className="text-sm text-ink">{found[step.status]}</dd>
      )}
    </dl>
  );
}
