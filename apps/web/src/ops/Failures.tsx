import type { OverviewView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Nothing, Panel } from './Panel.tsx';
import { ErrorCode } from './TaskState.tsx';
import { useOpsText } from './use-ops-text.ts';

/** Why tasks failed within a day, the most frequent first. Each leads to its tasks. */
export function Failures({ settled }: { settled: OverviewView['settled24h'] | null }) {
  const t = useOpsText();
  const failures = (settled ?? [])
    .flatMap(({ errorCode, ...row }) => (errorCode === null ? [] : [{ ...row, errorCode }]))
    .sort((a, b) => b.count - a.count);
  return (
    <Panel title={t('failures.title')}>
      {settled === null ? (
        <Skeleton className="h-20 w-full rounded-2xl" />
      ) : failures.length === 0 ? (
        <Nothing>{t('failures.none')}</Nothing>
      ) : (
        <ul className="grid divide-y divide-line">
          {failures.map(({ kind, errorCode, count }) => (
            <li
              key={`${kind} ${errorCode}`}
              className="flex items-start gap-4 py-3 text-sm first:pt-0 last:pb-0"
            >
              <span className="w-10 shrink-0 text-right text-lg leading-5 font-bold tabular-nums">
                {count}
              </span>
              <Link
                to="/ops"
                search={{ tab: 'tasks', kind, code: errorCode }}
                className="grid min-w-0 rounded-md hover:underline"
              >
                <span className="text-ink-soft">{t(`kind.${kind}`)}</span>
                <ErrorCode code={errorCode} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
