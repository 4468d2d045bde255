import { isActiveTask } from '@dungji/contracts';
import { useEffect, useRef } from 'react';
import { usePage } from '../page/page.ts';
import { useServerNow } from '../page/use-server-now.ts';
import { GenerationCard } from './GenerationCard.tsx';
import type { Generation } from './generation.ts';
import { useGenerationCalls } from './use-generation-calls.ts';
import { usePicture } from './use-picture.ts';

interface ConnectedCardProps {
  generation: Generation;
  /** The address names this one: it comes into sight once. */
  sought: boolean;
  onAgain: (generation: Generation) => void;
}

/** A video's card with its picture, its clock, and the calls of its buttons. */
export function ConnectedCard({ generation, sought, onAgain }: ConnectedCardProps) {
  const { queries } = usePage();
  const active = isActiveTask(generation);
  const serverNowMs = useServerNow(active);
  const calls = useGenerationCalls(generation);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (sought) place.current?.scrollIntoView({ block: 'center' });
  }, [sought]);

  // When the limit passes, reading the list makes the server settle what is overdue, also with nobody else alive.
  const overdue = active && serverNowMs > Date.parse(generation.timeoutAt);
  useEffect(() => {
    if (overdue) void queries.generations.list.invalidate();
  }, [overdue, queries]);

  return (
    <div ref={place}>
      <GenerationCard
        generation={generation}
        pictureUrl={usePicture(generation.imageDocumentId)}
        serverNowMs={serverNowMs}
        sought={sought}
        {...calls}
        onCheckNow={() => void queries.generations.list.invalidate()}
        onAgain={() => onAgain(generation)}
      />
    </div>
  );
}
