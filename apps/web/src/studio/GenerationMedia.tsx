import { LoaderCircle, Play } from 'lucide-react';
import { cx } from '../ui/class-names.ts';
import { Picture } from './Picture.tsx';
import { useStudioText } from './use-studio-text.ts';

/** A video as it is being shown: its link, and where to go on after the link had to be renewed. */
export interface ShownVideo {
  url: string;
  fromSeconds: number;
}

export interface GenerationMediaProps {
  prompt: string;
  /** The picture it starts from. `undefined`: its link is not here yet; `null`: it cannot be had. */
  pictureUrl: string | null | undefined;
  video: ShownVideo | null;
  /** There is a video to play. */
  playable: boolean;
  /** It has ended without a video. */
  faded: boolean;
  loading: boolean;
  onPlay: () => void;
  /** The link has run out or the bytes are unreadable; it stopped there. */
  onBroken: (atSeconds: number) => void;
}

/** The picture, and in its place the video once somebody wants to see it. */
export function GenerationMedia(props: GenerationMediaProps) {
  const t = useStudioText();
  const { prompt, pictureUrl, video, playable, faded, loading } = props;
  if (video) {
    return (
      <video
        key={video.url}
        src={video.url}
        poster={pictureUrl ?? undefined}
        aria-label={t('card.video', { prompt })}
        className="aspect-video w-full rounded-2xl bg-sunken"
        controls
        autoPlay
        muted
        playsInline
        onLoadedMetadata={({ currentTarget }) => {
          if (video.fromSeconds > 0) currentTarget.currentTime = video.fromSeconds;
        }}
        onError={({ currentTarget }) => props.onBroken(currentTarget.currentTime)}
      />
    );
  }
  return (
    <div className="relative aspect-video overflow-hidden rounded-2xl bg-sunken">
      <Picture
        url={pictureUrl}
        alt=""
        className={cx('size-full', faded && 'opacity-60 grayscale')}
        worded={!playable}
      />
      {playable && (
        <button
          type="button"
          aria-label={t(loading ? 'card.loading' : 'card.play')}
          aria-disabled={loading || undefined}
          onClick={() => {
            if (!loading) props.onPlay();
          }}
          className="group absolute inset-0 grid place-items-center rounded-2xl -outline-offset-4"
        >
          <span className="grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-float transition-transform group-hover:scale-105">
            {loading ? (
              <LoaderCircle aria-hidden className="size-6 animate-spin" />
            ) : (
              <Play aria-hidden className="size-6 translate-x-0.5 fill-current" />
            )}
          </span>
        </button>
      )}
    </div>
  );
}
