import type { DocumentId, DocumentView } from '@dungji/contracts';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { BalanceBadge } from '../credits/BalanceBadge.tsx';
import { useBalance } from '../credits/use-balance.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Notice } from '../ui/Notice.tsx';
import { AskedCard } from './AskedCard.tsx';
import { ConnectedCard } from './ConnectedCard.tsx';
import { GenerationList } from './GenerationList.tsx';
import type { Generation } from './generation.ts';
import { StudioView } from './StudioView.tsx';
import { useAsk } from './use-ask.ts';
import { usePicture } from './use-picture.ts';
import { useSought } from './use-sought.ts';
import { useStudioText } from './use-studio-text.ts';
import { WishForm } from './WishForm.tsx';
import { EMPTY_WISH, isOf, type Wish } from './wish.ts';

/** As many cards as anybody looks through at once. */
const PAGE_SIZE = 20;
/** One row of them. */
const RECENT_MAX = 5;

export function StudioPage() {
  const locale = useLocale();
  const { task: soughtId } = useSearch({ from: '/signed-in/studio' });
  const [wish, setWish] = useState<Wish>(EMPTY_WISH);
  const [refilled, setRefilled] = useState(false);
  const formPlace = useRef<HTMLDivElement>(null);
  const balance = useBalance();
  const list = trpc.generations.list.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const pictures = trpc.documents.list.useQuery({ docType: 'PICTURE' });
  const generations = list.data?.pages.flatMap((page) => page.items) ?? null;
  const { asked, refusal, sending, ask, askAgain } = useAsk({
    // The words are spent: the same button clicked once more asks for nothing.
    onAccepted: () => {
      setWish((shown) => ({ ...shown, prompt: '' }));
      setRefilled(false);
    },
  });
  const askedPicture = usePicture(asked?.wish.imageDocumentId ?? null);
  const isUnlisted =
    asked !== null &&
    !generations?.some((listed) => !asked.before.has(listed.id) && isOf(listed, asked.wish));
  const isMissing = useSought(soughtId, generations, list);

  function fillFrom({ prompt, seconds, imageDocumentId }: Generation): void {
    setWish({ prompt, seconds, imageDocumentId });
    setRefilled(true);
    formPlace.current?.scrollIntoView({ block: 'start' });
    formPlace.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }

  return (
    <StudioView
      balance={<BalanceBadge balance={balance} />}
      form={
        <div ref={formPlace} className="scroll-mt-24">
          <WishForm
            wish={wish}
            onWish={setWish}
            recent={recentPictures(pictures.data ?? [])}
            balance={balance}
            asking={asked !== null}
            refusal={refusal}
            refilled={refilled}
            onAsk={(whole) => ask(whole, generations ?? [])}
          />
        </div>
      }
      list={
        <GenerationList
          cards={
            generations && [
              ...(isMissing ? [<NotFound key="missing" />] : []),
              ...(asked && isUnlisted
                ? [
                    <AskedCard
                      key="asked"
                      wish={asked.wish}
                      pictureUrl={askedPicture}
                      unsure={asked.lost > 0}
                      asking={sending}
                      onAskAgain={askAgain}
                    />,
                  ]
                : []),
              ...generations.map((generation) => (
                <ConnectedCard
                  key={generation.id}
                  generation={generation}
                  sought={generation.id === soughtId}
                  onAgain={fillFrom}
                />
              )),
            ]
          }
          problem={list.error && refusalText(list.error, locale)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
          hasMore={list.hasNextPage}
          loadingMore={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      }
    />
  );
}

/** The newest pictures; one that was uploaded again stands there once. */
function recentPictures(pictures: readonly DocumentView[]): DocumentId[] {
  const newestOf = new Map<string, DocumentId>();
  for (const { sha256, id } of pictures) if (!newestOf.has(sha256)) newestOf.set(sha256, id);
  return [...newestOf.values()].slice(0, RECENT_MAX);
}

function NotFound() {
  const t = useStudioText();
  return <Notice tone="caution" role="status" title={t('list.missing')} />;
}
