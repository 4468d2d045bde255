import type { Evidence } from '@dungji/contracts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDeskText } from '../desk/use-desk-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { contentTypeOf } from '../upload/content-type.ts';
import { findWords, type Place } from './find-words.ts';
import type { Paper } from './open-pdf.ts';
import { PaperPage, PicturePage } from './PaperPage.tsx';
import { Stepper } from './Stepper.tsx';

interface PaperViewProps {
  bytes: Uint8Array<ArrayBuffer>;
  piece: Evidence;
  zoom: number;
}

/** On a narrow screen a page keeps a width at which its print can be read; the rest is scrolled. */
const READABLE_WIDTH_PX = 680;

/** A file opened at the page of a piece of evidence. */
export function PaperView({ bytes, piece, zoom }: PaperViewProps) {
  const t = useDeskText();
  const [paper, setPaper] = useState<Paper | null>(null);
  const [broken, setBroken] = useState(false);
  const [page, setPage] = useState(piece.page ?? 1);
  const frame = useRef<HTMLElement>(null);
  const frameWidthPx = useWidth(frame);
  const isPdf = contentTypeOf(bytes) === 'application/pdf';
  const pictureUrl = useObjectUrl(isPdf ? null : bytes);
  const onBroken = useCallback(() => setBroken(true), []);

  useEffect(() => {
    if (!isPdf) return;
    let gone = false;
    let opened: Paper | null = null;
    import('./open-pdf.ts')
      .then(({ openPdf }) => openPdf(bytes))
      .then((next) => {
        opened = next;
        if (gone) next.close();
        else {
          setPage((wanted) => Math.min(wanted, next.pages));
          setPaper(next);
        }
      })
      .catch(() => {
        if (!gone) setBroken(true);
      });
    return () => {
      gone = true;
      opened?.close();
    };
  }, [bytes, isPdf]);

  const places = usePlaces(paper, piece, page);
  const widthPx = Math.max(frameWidthPx, READABLE_WIDTH_PX) * zoom;
  const label = t('facts.page', { page });
  const isHere = page === (piece.page ?? 1);
  const pages = paper?.pages ?? 1;
  if (broken) return <Notice tone="danger" role="alert" title={t('viewer.broken')} />;
  return (
    <div className="grid gap-3">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-ink-soft" role="status">
          {piece.page === null && piece.text !== ''
            ? t('viewer.wholeDocument')
            : !isHere || places === null
              ? ''
              : places.length > 0
                ? t('viewer.marked', { page })
                : piece.text
                  ? t('viewer.notMarked')
                  : ''}
        </p>
        {pages > 1 && (
          <Stepper
            text={t('viewer.page', { page, pages })}
            previous={t('viewer.previousPage')}
            next={t('viewer.nextPage')}
            at={page - 1}
            count={pages}
            onAt={(at) => setPage(at + 1)}
          />
        )}
      </div>
      <section
        ref={frame}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        tabIndex={0}
        className="max-h-[70dvh] min-h-[50dvh] overflow-auto rounded-2xl bg-sunken"
      >
        {frameWidthPx > 0 && paper ? (
          <PaperPage
            paper={paper}
            page={page}
            widthPx={widthPx}
            label={label}
            places={places ?? []}
            onBroken={onBroken}
          />
        ) : frameWidthPx > 0 && pictureUrl ? (
          <PicturePage
            url={pictureUrl}
            widthPx={widthPx}
            label={label}
            places={places ?? []}
            onBroken={onBroken}
          />
        ) : (
          <Skeleton className="h-[60dvh] w-full" />
        )}
      </section>
    </div>
  );
}

/** The recorded places of this page, or where its words are found on it; `null` while looking. */
function usePlaces(paper: Paper | null, piece: Evidence, page: number): readonly Place[] | null {
  const recorded = useMemo(() => piece.places.filter((place) => place.page === page), [piece, page]);
  const [found, setFound] = useState<{ page: number; places: Place[] } | null>(null);
  const looks = paper !== null && piece.places.length === 0 && piece.text !== '';
  useEffect(() => {
    if (!looks) return;
    let gone = false;
    paper
      .words(page)
      .then((words) => !gone && setFound({ page, places: findWords(words, piece.text) }))
      .catch(() => !gone && setFound({ page, places: [] }));
    return () => {
      gone = true;
    };
  }, [looks, paper, page, piece.text]);
  if (!looks) return recorded;
  return found?.page === page ? found.places : null;
}

function useWidth(frame: React.RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return widthPx;
}

function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (bytes === null) return;
    const next = URL.createObjectURL(new Blob([bytes]));
    setUrl(next);
    return () => URL.revokeObjectURL(next);
  }, [bytes]);
  return url;
}
