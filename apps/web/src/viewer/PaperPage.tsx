import { useEffect, useRef, useState } from 'react';
import { useDeskText } from '../desk/use-desk-text.ts';
import type { Place } from './find-words.ts';
import type { Paper } from './open-pdf.ts';

interface PaperPageProps {
  paper: Paper;
  page: number;
  /** CSS pixels. */
  widthPx: number;
  /** What the page is, for those who can't see it. */
  label: string;
  places: readonly Place[];
  onBroken: () => void;
}

/** More pixels than this a side are not worth the memory of a phone. */
const SHARPNESS_MAX = 2;

/** One page of a PDF with marks on it; scrolls to the first mark once the page is drawn. */
export function PaperPage({ paper, page, widthPx, label, places, onBroken }: PaperPageProps) {
  const t = useDeskText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    setDrawn(false);
    async function draw(): Promise<void> {
      setRatio(await paper.ratio(page));
      if (!canvas.current || stop.signal.aborted) return;
      const sharpness = Math.min(SHARPNESS_MAX, window.devicePixelRatio || 1);
      await paper.draw(page, canvas.current, widthPx * sharpness, stop.signal);
      if (!stop.signal.aborted) setDrawn(true);
    }
    draw().catch(() => {
      if (!stop.signal.aborted) onBroken();
    });
    return () => stop.abort();
  }, [paper, page, widthPx, onBroken]);
  return (
    <Sheet
      widthPx={widthPx}
      ratio={ratio}
      places={places}
      ready={drawn}
      label={drawn ? label : t('viewer.loading')}
    >
      <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
    </Sheet>
  );
}

interface PicturePageProps {
  url: string;
  widthPx: number;
  label: string;
  places: readonly Place[];
  onBroken: () => void;
}

/** A photograph of a document: one page. */
export function PicturePage({ url, widthPx, label, places, onBroken }: PicturePageProps) {
  const [ratio, setRatio] = useState<number | null>(null);
  return (
    <Sheet widthPx={widthPx} ratio={ratio} places={places} ready={ratio !== null} label={label}>
      <img
        src={url}
        alt=""
        onLoad={({ currentTarget }) => setRatio(currentTarget.naturalWidth / currentTarget.naturalHeight)}
        onError={onBroken}
        className="absolute inset-0 size-full"
      />
    </Sheet>
  );
}

/** To the middle of its frame; what stands around the frame stays where it is. */
function bringIntoFrame(mark: Element): void {
  const frame = mark.closest('section');
  if (!frame) return;
  const [inside, around] = [mark.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollBy({
    top: inside.top + inside.height / 2 - (around.top + around.height / 2),
    left: inside.left + inside.width / 2 - (around.left + around.width / 2),
  });
}

/** A4, until the page has said how large it is. */
const A4 = 210 / 297;

interface SheetProps {
  widthPx: number;
  ratio: number | null;
  places: readonly Place[];
  ready: boolean;
  label: string;
  children: React.ReactNode;
}

function Sheet({ widthPx, ratio, places, ready, label, children }: SheetProps) {
  const first = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ready && places.length > 0 && first.current) bringIntoFrame(first.current);
  }, [ready, places]);
  return (
    <div
      role="img"
      aria-label={label}
      data-drawn={ready}
      className="relative mx-auto bg-[#fff] shadow-card ring-1 ring-line"
      style={{ width: widthPx, height: widthPx / (ratio ?? A4) }}
    >
      {children}
      {ready &&
        places.map((place, index) => (
          <span
            key={`${place.left}/${place.top}/${place.width}`}
            ref={index === 0 ? first : undefined}
            data-mark
            className="absolute rounded-sm border-2 border-[#b45309] bg-[#fbbf24]/35 mix-blend-multiply"
            style={{
              left: `calc(${place.left * 100}% - 3px)`,
              top: `calc(${place.top * 100}% - 3px)`,
              width: `calc(${place.width * 100}% + 6px)`,
              height: `calc(${place.height * 100}% + 6px)`,
            }}
          />
        ))}
    </div>
  );
}
