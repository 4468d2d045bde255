import type { OperatorActionView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatInstant, shortId } from './ops-format.ts';
import { Nothing, Panel } from './Panel.tsx';
import { useOpsText } from './use-ops-text.ts';

interface AuditListProps {
  /** `null`: not read yet. */
  actions: readonly OperatorActionView[] | null;
  problem: string | null;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** Who did what, when, to what, and why. */
export function AuditList({ actions, problem, hasMore, loadingMore, onMore }: AuditListProps) {
  const t = useOpsText();
  const { t: common } = useTranslation();
  return (
    <Panel
      title={t('audit.title')}
      lead={t('audit.lead')}
      problem={problem === null ? null : { title: t('audit.problem'), text: problem }}
    >
      {actions === null ? (
        problem === null && <Skeleton className="h-60 w-full rounded-2xl" />
      ) : actions.length === 0 ? (
        <Nothing>{t('audit.none')}</Nothing>
      ) : (
        <Actions actions={actions} linked />
      )}
      {hasMore && (
        <Button look="secondary" className="justify-self-center" busy={loadingMore} onClick={onMore}>
          {common('action.more')}
        </Button>
      )}
    </Panel>
  );
}

/** @param linked whether an action leads to its task */
export function Actions({
  actions,
  linked = false,
}: {
  actions: readonly OperatorActionView[];
  linked?: boolean;
}) {
  const t = useOpsText();
  const locale = useLocale();
  return (
    <ul className="grid divide-y divide-line">
      {actions.map(({ id, action, at, operatorEmail, taskId, note, detail }) => (
        <li key={id} className="grid gap-0.5 py-3 text-sm first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{t(`audit.action.${action}`)}</span>
            {typeof detail.happened === 'boolean' && (
              <span>{t(detail.happened ? 'audit.happened' : 'audit.notHappened')}</span>
            )}
            {linked && taskId && (
              <Link
                to="/ops"
                search={(shown) => ({ ...shown, task: taskId })}
                resetScroll={false}
                data-task-link={taskId}
                className="rounded-md text-accent underline tabular-nums"
              >
                {shortId(taskId)}
              </Link>
            )}
            {typeof detail.path === 'string' && <code className="text-[0.8125rem]">{detail.path}</code>}
          </p>
          {note && <p className="whitespace-pre-wrap">{note}</p>}
          <p className="text-ink-soft">
            {operatorEmail} · <span className="tabular-nums">{formatInstant(at, locale)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
