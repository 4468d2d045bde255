import { isActiveTask } from '@dungji/contracts';
import { Download, RotateCcw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatMoment } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { cx } from '../ui/class-names.ts';
import { Notice } from '../ui/Notice.tsx';
import { type BadgePhase, GenerationBadge } from './GenerationBadge.tsx';
import { GenerationFailure } from './GenerationFailure.tsx';
import { GenerationMedia, type ShownVideo } from './GenerationMedia.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import type { Generation } from './generation.ts';
import { generationPhase } from './generation-phase.ts';
import { PromptText } from './PromptText.tsx';
import { useStudioText } from './use-studio-text.ts';

/** A call to the server that this card has begun and not yet heard back from. */
export type GenerationCall = 'cancel' | 'play' | 'download' | null;

export interface GenerationCardProps {
  generation: Generation;
  pictureUrl: string | null | undefined;
  serverNowMs: number;
  openCall: GenerationCall;
  /** Why the last call was refused, in plain words. */
  refusal: string | null;
  video: ShownVideo | null;
  /** The video came and could not be played. */
  unplayable: boolean;
  /** The address names this card: it was looked for. */
  sought?: boolean;
  onCancel: () => void;
  onCheckNow: () => void;
  onAgain: () => void;
  onPlay: () => void;
  onBroken: (atSeconds: number) => void;
  onDownload: () => void;
}

/** One video: where it stands, what it costs or cost, and the one thing to do next. */
export function GenerationCard(props: GenerationCardProps) {
  const t = useStudioText();
  const locale = useLocale();
  const { generation, refusal, unplayable } = props;
  const isReady = generation.status === 'SUCCESS';
  return (
    <CardFrame
      phase={generationPhase(generation)}
      wish={generation}
      credits={generation.creditsCharged}
      when={
        isReady
          ? t('card.finishedAt', { time: formatMoment(generation.settledAt, locale) })
          : formatMoment(generation.createdAt, locale)
      }
      sought={props.sought}
      wide={props.video !== null}
      media={
        <GenerationMedia
          prompt={generation.prompt}
          pictureUrl={props.pictureUrl}
          video={props.video}
          playable={isReady}
          faded={generation.status === 'FAILED'}
          loading={props.openCall === 'play'}
          onPlay={props.onPlay}
          onBroken={props.onBroken}
        />
      }
    >
      {isActiveTask(generation) && (
        <GenerationProgress
          task={generation}
          credits={generation.creditsCharged}
          serverNowMs={props.serverNowMs}
          onCheckNow={props.onCheckNow}
        />
      )}
      {generation.status === 'FAILED' && (
        <GenerationFailure
          task={generation}
          creditsCharged={generation.creditsCharged}
          creditsRefunded={generation.creditsRefunded}
        />
      )}
      {unplayable && (
        <Notice
          tone="danger"
          role="alert"
          title={t('card.playFailed')}
          actions={
            <Button size="small" look="secondary" onClick={props.onPlay}>
              {t('card.playAgain')}
            </Button>
          }
        />
      )}
      {refusal && <Notice tone="danger" role="alert" title={refusal} />}
      <CardActions {...props} />
    </CardFrame>
  );
}

interface CardFrameProps {
  phase: BadgePhase;
  wish: Pick<Generation, 'prompt' | 'seconds'>;
  credits: number;
  when: string | null;
  media: ReactNode;
  /** The media needs the whole width. */
  wide?: boolean;
  sought?: boolean | undefined;
  children: ReactNode;
}

/** What every card has: media, state, words, and facts. */
export function CardFrame({ phase, wish, credits, when, media, wide, sought, children }: CardFrameProps) {
  const t = useStudioText();
  const titleId = useId();
  const { prompt, seconds } = wish;
  return (
    <article
      aria-labelledby={titleId}
      className={cx(
        'grid gap-5 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6',
        !wide && 'md:grid-cols-[13rem_minmax(0,1fr)]',
        sought && 'ring-2 ring-accent',
      )}
    >
      <div>{media}</div>
      <div className="grid min-w-0 content-start gap-4">
        <header className="grid justify-items-start gap-2">
          <GenerationBadge phase={phase} />
          <PromptText id={titleId} prompt={prompt} />
          <p className="text-sm text-ink-soft tabular-nums">
            {t('card.facts', { seconds, credits })}
            {when && ` · ${when}`}
          </p>
        </header>
        {children}
      </div>
    </article>
  );
}

function CardActions(props: GenerationCardProps) {
  const t = useStudioText();
  const [asking, setAsking] = useState(false);
  const { generation, openCall } = props;
  if (isActiveTask(generation)) {
    return (
      <div>
        <Button look="quiet" className="-ml-4.5" busy={openCall === 'cancel'} onClick={() => setAsking(true)}>
          {t(openCall === 'cancel' ? 'card.cancelling' : 'card.cancel')}
        </Button>
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title={t('card.cancelTitle')}
          lead={t('card.cancelLead', { credits: generation.creditsCharged })}
          confirmLabel={t('card.cancelConfirm')}
          keepLabel={t('card.keepWaiting')}
          danger
          onConfirm={() => {
            setAsking(false);
            props.onCancel();
          }}
        />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {generation.status === 'SUCCESS' && (
        <Button look="secondary" busy={openCall === 'download'} onClick={props.onDownload}>
          {openCall !== 'download' && <Download aria-hidden className="size-4" />}
          {t('card.download')}
        </Button>
      )}
      <Button look={generation.status === 'SUCCESS' ? 'quiet' : 'secondary'} onClick={props.onAgain}>
        <RotateCcw aria-hidden className="size-4" />
        {t('card.again')}
      </Button>
    </div>
  );
}
