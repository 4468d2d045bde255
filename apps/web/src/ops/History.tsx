import type { AttemptView, TimelineEvent, TimelineStep } from '@dungji/contracts';
import { Check, Circle, LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stepName } from '../document/step-name.ts';
import { formatDuration } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { cx } from '../ui/class-names.ts';
import { formatInstant } from './ops-format.ts';
import { Nothing } from './Panel.tsx';
import { useOpsText } from './use-ops-text.ts';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h3 className="text-base font-bold">{title}</h3>
    {children}
  </section>
);

const MARK = {
  PENDING: { Icon: Circle, color: 'text-line-strong' },
  STARTED: { Icon: LoaderCircle, color: 'text-caution' },
  DONE: { Icon: Check, color: 'text-accent' },
  FAILED: { Icon: X, color: 'text-danger' },
} as const;

/** The ledger: what was begun, what came out, and what may have acted on the outside world. */
export function Steps({ steps }: { steps: readonly TimelineStep[] }) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  const locale = useLocale();
  return (
    <Part title={t('drawer.steps')}>
      {steps.length === 0 ? (
        <Nothing>{t('drawer.stepsNone')}</Nothing>
      ) : (
        <ol className="grid divide-y divide-line rounded-2xl bg-surface px-4 ring-1 ring-line">
          {steps.map((step) => {
            const { Icon, color } = MARK[step.status];
            return (
              <li key={step.position} className="flex gap-3 py-3 text-sm">
                <Icon aria-hidden strokeWidth={2.6} className={cx('mt-0.5 size-4 shrink-0', color)} />
                <div className="grid min-w-0 flex-1 gap-1">
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <span className="font-semibold">{stepName(common, step.name)}</span>
                    <span className="text-ink-soft">{t(`drawer.stepStatus.${step.status}`)}</span>
                    {step.mode === 'once' && (
                      <span className="rounded-full bg-caution-soft px-2 text-[0.8125rem] font-semibold text-caution">
                        {t('drawer.once')}
                      </span>
                    )}
                  </p>
                  {step.idempotencyKey && (
                    <p className="tabular-nums">{t('drawer.key', { key: step.idempotencyKey })}</p>
                  )}
                  {step.error && (
                    <p className="text-danger">
                      <code>{step.error.code}</code> {step.error.message}
                    </p>
                  )}
                  {step.output && (
                    <code className="text-[0.8125rem] break-all text-ink-soft">
                      {JSON.stringify(step.output)}
                    </code>
                  )}
                  <p className="text-ink-soft tabular-nums">
                    {[
                      t('drawer.attemptOf', { attempt: step.attempt }),
                      ...(step.startedAt ? [formatInstant(step.startedAt, locale)] : []),
                      ...(step.startedAt && step.finishedAt
                        ? [formatDuration(Date.parse(step.finishedAt) - Date.parse(step.startedAt), locale)]
                        : []),
                    ].join(' · ')}
                  </p>
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </Part>
  );
}

/** @param active whether the last one may still be running */
export function Attempts({ attempts, active }: { attempts: readonly AttemptView[]; active: boolean }) {
  const t = useOpsText();
  const locale = useLocale();
  return (
    <Part title={t('drawer.attempts')}>
      <ol className="grid divide-y divide-line rounded-2xl bg-surface px-4 ring-1 ring-line">
        {attempts.map(({ attempt, workerId, startedAt, endedAt, code }) => (
          <li key={attempt} className="grid gap-0.5 py-3 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-semibold">{t('drawer.attemptOf', { attempt })}</span>
              {code ? (
                <code>{code}</code>
              ) : (
                <span className="text-ink-soft">
                  {t(endedAt === null && active ? 'drawer.attemptRunning' : 'drawer.attemptDone')}
                </span>
              )}
            </p>
            <p className="text-ink-soft tabular-nums">
              {[
                ...(workerId ? [workerId] : []),
                formatInstant(startedAt, locale),
                ...(endedAt ? [formatDuration(Date.parse(endedAt) - Date.parse(startedAt), locale)] : []),
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** What every open screen was told, in its order. */
export function Events({ events }: { events: readonly TimelineEvent[] }) {
  const t = useOpsText();
  return (
    <Part title={t('drawer.events')}>
      {events.length === 0 ? (
        <Nothing>{t('drawer.eventsNone')}</Nothing>
      ) : (
        <ol className="grid gap-2.5 border-l-2 border-line pl-4">
          {events.map((event) => (
            <Event key={event.seq} event={event} />
          ))}
        </ol>
      )}
    </Part>
  );
}

const NAMED = ['task.accepted', 'task.started', 'task.progressed', 'task.retrying', 'task.resolved'] as const;

function Event({ event }: { event: TimelineEvent }) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  const locale = useLocale();
  const { type, at, attempt, progress, workerId, errorCode, lastErrorCode } = event;
  const named = NAMED.find((name) => name === type);
  const code = type === 'task.retrying' ? lastErrorCode : errorCode;
  return (
    <li className="grid text-sm sm:grid-cols-[7.5rem_1fr] sm:gap-x-3">
      <span className="text-ink-soft tabular-nums">{formatInstant(at, locale)}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">
          {named
            ? t(`event.${named}`, { attempt, done: progress?.done ?? 0, total: progress?.total ?? 0 })
            : t('event.other', { type })}
        </span>
        {type === 'task.progressed' && progress?.label && (
          <span className="text-ink-soft">{stepName(common, progress.label)}</span>
        )}
        {type === 'task.started' && workerId && <span className="text-ink-soft">{workerId}</span>}
        {(type === 'task.retrying' || type === 'task.resolved') && (
          <code className="text-[0.8125rem]">{code ?? event.status}</code>
        )}
      </span>
    </li>
  );
}
