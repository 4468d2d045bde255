import type { OverviewView, SweepResult, SweepRunView } from '@dungji/contracts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatInstant } from './ops-format.ts';
import {
  cellClass,
  headClass,
  Nothing,
  narrowClass,
  numberClass,
  Panel,
  Scroll,
  wideClass,
} from './Panel.tsx';
import { useOpsText } from './use-ops-text.ts';

interface SweepPanelProps {
  /** `null`: not read yet. */
  runs: readonly SweepRunView[] | null;
  day: OverviewView['sweeps24h'] | null;
  problem: string | null;
  sweeping: boolean;
  /** What the sweep asked for here did. */
  answer: (SweepResult & { complete: boolean }) | null;
  hasMore: boolean;
  loadingMore: boolean;
  onSweep: () => void;
  onMore: () => void;
}

const NUMBERS = ['examined', 'redispatched', 'settled', 'refunded', 'objectsDeleted', 'errors'] as const;

/** What the sweeps did, and the button that runs one now. */
export function SweepPanel(props: SweepPanelProps) {
  const t = useOpsText();
  const { runs, day, problem, sweeping, answer } = props;
  return (
    <Panel
      title={t('sweeps.title')}
      lead={t('sweeps.lead')}
      problem={problem === null ? null : { title: t('sweeps.problem'), text: problem }}
      action={
        <Button busy={sweeping} onClick={props.onSweep}>
          {!sweeping && <Sparkles aria-hidden className="size-4" />}
          {t(sweeping ? 'sweeps.running' : 'sweeps.run')}
        </Button>
      }
    >
      {answer && (
        <Notice
          tone={answer.complete ? 'calm' : 'caution'}
          role="status"
          title={t(answer.complete ? 'sweeps.done' : 'sweeps.partial')}
        >
          <Counts result={answer} />
        </Notice>
      )}
      {day && (
        <div className="grid gap-1">
          <h3 className="text-sm font-semibold">{t('sweeps.day', { runs: day.runs })}</h3>
          <Counts result={day} />
        </div>
      )}
      <Runs {...props} runs={runs} />
    </Panel>
  );
}

function Counts({ result }: { result: SweepResult }) {
  const t = useOpsText();
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {NUMBERS.map((number) => `${t(`sweeps.${number}`)} ${result[number]}`).join(' · ')}
    </p>
  );
}

function Runs({ runs, problem, hasMore, loadingMore, onMore }: SweepPanelProps) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  const locale = useLocale();
  const inWords = (result: SweepResult) =>
    NUMBERS.filter((number) => result[number] > 0)
      .map((number) => `${t(`sweeps.${number}`)} ${result[number]}`)
      .join(' · ') || t('sweeps.nothing');
  if (runs === null) return problem === null ? <Skeleton className="h-60 w-full rounded-2xl" /> : null;
  if (runs.length === 0) return <Nothing>{t('sweeps.none')}</Nothing>;
  return (
    <>
      <Scroll label={t('sweeps.title')}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <th scope="col" className={headClass}>
                {t('sweeps.at')}
              </th>
              <th scope="col" className={headClass}>
                {t('sweeps.by')}
              </th>
              {NUMBERS.map((number) => (
                <th
                  key={number}
                  scope="col"
                  className={cx(headClass, wideClass, 'text-right whitespace-nowrap')}
                >
                  {t(`sweeps.${number}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <td className={cx(cellClass, 'whitespace-nowrap tabular-nums')}>
                  {formatInstant(run.at, locale)}
                </td>
                <td className={cellClass}>
                  {t(`sweeps.byWho.${run.by}`)}
                  <span className={cx(narrowClass, 'text-ink-soft tabular-nums')}>{inWords(run.result)}</span>
                </td>
                {NUMBERS.map((number) => (
                  <td
                    key={number}
                    className={cx(
                      cellClass,
                      numberClass,
                      wideClass,
                      run.result[number] === 0 && 'text-ink-faint',
                      number === 'errors' && run.result.errors > 0 && 'font-semibold text-danger',
                    )}
                  >
                    {run.result[number]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {hasMore && (
        <Button look="secondary" className="justify-self-center" busy={loadingMore} onClick={onMore}>
          {common('action.more')}
        </Button>
      )}
    </>
  );
}
