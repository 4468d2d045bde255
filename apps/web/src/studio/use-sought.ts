import { useEffect } from 'react';
import type { Generation } from './generation.ts';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Reads on until the video that the address names is in the list.
 * @returns whether it is nowhere in it
 */
export function useSought(
  taskId: string | undefined,
  generations: readonly Generation[] | null,
  { hasNextPage, isFetchingNextPage, isError, fetchNextPage }: Pages,
): boolean {
  const isListed = generations?.some(({ id }) => id === taskId) ?? false;
  const mayBeFurther = taskId !== undefined && generations !== null && !isListed && hasNextPage && !isError;
  useEffect(() => {
    if (mayBeFurther && !isFetchingNextPage) void fetchNextPage();
  }, [mayBeFurther, isFetchingNextPage, fetchNextPage]);
  return taskId !== undefined && generations !== null && !isListed && !hasNextPage;
}
