import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CardFrame } from './GenerationCard.tsx';
import { GenerationMedia } from './GenerationMedia.tsx';
import { priceOf } from './generation.ts';
import { useStudioText } from './use-studio-text.ts';
import type { WholeWish } from './wish.ts';

interface AskedCardProps {
  wish: WholeWish;
  pictureUrl: string | null | undefined;
  /** The answer was lost: it may have been accepted or not. */
  unsure: boolean;
  asking: boolean;
  onAskAgain: () => void;
}

const nothing = () => {};

/** A wish that was just clicked, in the place where its card will stand; before the server has answered. */
export function AskedCard({ wish, pictureUrl, unsure, asking, onAskAgain }: AskedCardProps) {
  const t = useStudioText();
  return (
    <CardFrame
      phase={unsure ? 'unsure' : 'requested'}
      wish={wish}
      credits={priceOf(wish.seconds)}
      when={null}
      media={
        <GenerationMedia
          prompt={wish.prompt}
          pictureUrl={pictureUrl}
          video={null}
          playable={false}
          faded={false}
          loading={false}
          onPlay={nothing}
          onBroken={nothing}
        />
      }
    >
      {unsure ? (
        <Notice
          tone="caution"
          role="status"
          title={t('card.unsureTitle')}
          actions={
            <Button size="small" look="secondary" busy={asking} onClick={onAskAgain}>
              {t('card.askAgain')}
            </Button>
          }
        >
          {t('card.unsureLead')}
        </Notice>
      ) : (
        <p className="text-[0.9375rem] text-ink-soft">{t('card.requestedLead')}</p>
      )}
    </CardFrame>
  );
}
