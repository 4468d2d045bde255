import { type DocState, type DocType, docState, isActiveTask, type TaskView } from '@dungji/contracts';
import { Check } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { Notice } from '../ui/Notice.tsx';
import { documentPhase, lateness } from './document-phase.ts';
import { failureAction } from './failure-action.ts';
import { IssuedDocument } from './IssuedDocument.tsx';
import { IssueFailure } from './IssueFailure.tsx';
import { IssueProgress } from './IssueProgress.tsx';
import { PhaseBadge } from './PhaseBadge.tsx';

/** A call to the server that this card has begun and not yet heard back from. */
export type OpenCall = 'issue' | 'reissue' | 'cancel' | 'download' | 'read' | null;

export interface DocumentCardProps {
  docType: DocType;
  state: DocState;
  reading: TaskView | null;
  serverNowMs: number;
  openCall: OpenCall;
  /** Why the last call was refused, in plain words. */
  refusal: string | null;
  onIssue: () => void;
  /** Asks anew; while an issue is running it is cancelled first. */
  onReissue: () => void;
  onCancel: () => void;
  onDownload: () => void;
  onEditAddress: () => void;
  onCheckNow: () => void;
  /** Has the document read once more. */
  onReadAgain: () => void;
  /** What to know before asking for an issue: fee, time, queue. */
  outlook?: ReactNode;
  /** Other ways to the document, and earlier ones. */
  children?: ReactNode;
}

/** A document of a nest: where it stands, and the one thing to do next. */
export function DocumentCard(props: DocumentCardProps) {
  const { docType, state, reading, serverNowMs, openCall, refusal } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const phase = documentPhase(state);
  const { task, document } = state;
  return (
    <article
      aria-labelledby={titleId}
      className="grid gap-5 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <h3 id={titleId} className="text-lg font-bold">
            {t(`document.${docType}`)}
          </h3>
          <p className="text-sm text-ink-soft">
            {t(docType === 'LEDGER' ? 'document.ledgerAbout' : 'document.registryAbout')}
          </p>
        </div>
        <PhaseBadge phase={phase} />
      </header>

      {document && (
        <IssuedDocument
          document={document}
          reading={reading}
          downloading={openCall === 'download'}
          onDownload={props.onDownload}
          askingAgain={openCall === 'read'}
          onReadAgain={props.onReadAgain}
        />
      )}
      {phase === 'finishing' && <p className="text-ink-soft">{t('document.finishingLead')}</p>}
      {task && isActiveTask(task) && (
        <IssueProgress task={task} state={state} serverNowMs={serverNowMs} onCheckNow={props.onCheckNow} />
      )}
      {task?.status === 'FAILED' && phase !== 'ready' && (
        <IssueFailure task={task} keepsDocument={document !== null} />
      )}
      {refusal && <Notice tone="danger" role="alert" title={refusal} />}
      {(task === null || !isActiveTask(task)) && phase !== 'finishing' && props.outlook}
      <CardActions {...props} />
      {props.children}
    </article>
  );
}

/** Which buttons stand under the card. A click shows at once and cannot be repeated. */
function CardActions(props: DocumentCardProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'cancel' | 'reissue' | null>(null);
  const { docType, state, serverNowMs, openCall } = props;
  const { task, document } = state;
  const phase = documentPhase(state);
  // Asked again here, because canReissue of a cached view turns true by time alone.
  const { canReissue } = docState(task, document, serverNowMs);
  const active = task !== null && isActiveTask(task);

  if (openCall === 'issue' || openCall === 'reissue') {
    return (
      <Button aria-disabled className="justify-self-start" look="secondary">
        <Check aria-hidden className="size-4 text-accent" />
        {t('document.requested')}
      </Button>
    );
  }
  if (phase === 'finishing') return null;

  if (active) {
    return (
      <div className="flex flex-wrap gap-2">
        {canReissue && lateness(state, serverNowMs) !== 'usual' && (
          <Button look="secondary" disabled={openCall === 'cancel'} onClick={() => setAsking('reissue')}>
            {t('document.reissue')}
          </Button>
        )}
        <Button look="secondary" busy={openCall === 'cancel'} onClick={() => setAsking('cancel')}>
          {t(openCall === 'cancel' ? 'document.cancelling' : 'document.cancel')}
        </Button>
        <Confirm
          open={asking === 'cancel'}
          onOpenChange={(open) => setAsking(open ? 'cancel' : null)}
          title={t('document.cancelTitle')}
          lead={t('document.cancelLead')}
          confirmLabel={t('document.cancelConfirm')}
          keepLabel={t('document.keepWaiting')}
          danger
          onConfirm={() => {
            setAsking(null);
            props.onCancel();
          }}
        />
        <Confirm
          open={asking === 'reissue'}
          onOpenChange={(open) => setAsking(open ? 'reissue' : null)}
          title={t('document.reissueTitle')}
          lead={t(docType === 'LEDGER' ? 'document.reissueLeadLedger' : 'document.reissueLead')}
          confirmLabel={t('document.reissueConfirm')}
          keepLabel={t('document.keepWaiting')}
          onConfirm={() => {
            setAsking(null);
            props.onReissue();
          }}
        />
      </div>
    );
  }

  if (task?.status === 'FAILED' && phase !== 'ready') {
    const action = failureAction(task.errorCode, task.retryable);
    return (
      <div className="flex flex-wrap gap-2">
        {action === 'address' && <Button onClick={props.onEditAddress}>{t('document.editAddress')}</Button>}
        <Button look={action === 'again' ? 'primary' : 'secondary'} onClick={props.onReissue}>
          {t('document.reissue')}
        </Button>
      </div>
    );
  }
  if (phase === 'none') {
    return (
      <button
        type="button"
        className={buttonClass('primary', 'medium', 'w-full sm:w-auto sm:min-w-36 sm:justify-self-start')}
        onClick={props.onIssue}
      >
        {t('document.issue')}
      </button>
    );
  }
  return (
    <Button look="secondary" className="justify-self-start" onClick={props.onReissue}>
      {t('document.reissue')}
    </Button>
  );
}
