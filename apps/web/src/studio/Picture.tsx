import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStudioText } from './use-studio-text.ts';

interface PictureProps {
  /** `undefined`: its link is not here yet; `null`: it cannot be had. */
  url: string | null | undefined;
  alt: string;
  className: string;
  /** Says in words that it cannot be shown. */
  worded?: boolean;
}

/** A picture of one's own by its link, which lives for minutes: where it has run out, something else stands there. */
export function Picture({ url, alt, className, worded = false }: PictureProps) {
  const t = useStudioText();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === undefined) return <Skeleton className={cx('rounded-none', className)} />;
  if (url === null || url === brokenUrl) {
    return (
      <span
        className={cx(
          'grid place-content-center justify-items-center gap-1 bg-sunken text-center text-sm text-ink-soft',
          className,
        )}
      >
        <ImageOff aria-hidden className="size-5" />
        {worded ? t('card.pictureGone') : <span className="sr-only">{alt}</span>}
      </span>
    );
  }
  return (
    <img src={url} alt={alt} className={cx('object-cover', className)} onError={() => setBrokenUrl(url)} />
  );
}
