import type { DocState, DocType, NestView } from '@dungji/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { documentPhase } from '../document/document-phase.ts';
import { PhaseBadge } from '../document/PhaseBadge.tsx';
import { formatDay, formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Beside a card with a longer name, money and documents stay in line. */
const cardClass =
  'grid grid-rows-[1fr_auto_auto] gap-5 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6';

/** One home in the list. The whole card is the link; its name is the link's name. */
export function NestCard({ nest }: { nest: NestView }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <article className={`${cardClass} relative transition-shadow hover:shadow-float`}>
      <div className="grid content-start gap-1">
        <span className="text-[0.8125rem] font-semibold text-accent">
          {t(`buildingType.${nest.buildingType}`)}
        </span>
        <h2 className="text-xl font-bold">
          <Link
            to="/nests/$nestId"
            params={{ nestId: nest.id }}
            data-nest-link={nest.id}
            className="rounded-sm outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {nest.name}
          </Link>
        </h2>
        <p className="line-clamp-2 min-h-[3em] text-[0.9375rem] leading-normal text-ink-soft">
          {nest.roadAddress} {nest.detailAddress}
        </p>
      </div>
      <dl className="grid gap-0.5">
        <dt className="sr-only">{t('nests.deposit')}</dt>
        <dd className="text-lg font-bold tabular-nums">
          {t(nest.monthlyRentKrw === 0 ? 'nests.jeonse' : 'nests.deposit')}{' '}
          {formatKrw(nest.depositKrw, locale)}
        </dd>
        <dt className="sr-only">{t('nests.period')}</dt>
        <dd className="text-sm text-ink-soft tabular-nums">
          {nest.monthlyRentKrw > 0 &&
            `${t('nests.monthlyRent')} ${formatKrw(nest.monthlyRentKrw, locale)} · `}
          {formatDay(nest.contractFrom, locale)} – {formatDay(nest.contractTo, locale)}
        </dd>
      </dl>
      <div className="grid gap-2 border-t border-line pt-4">
        <DocumentLine docType="REGISTRY" state={nest.documents.REGISTRY} />
        <DocumentLine docType="LEDGER" state={nest.documents.LEDGER} />
      </div>
    </article>
  );
}

function DocumentLine({ docType, state }: { docType: DocType; state: DocState }) {
  const { t } = useTranslation();
  const progress = state.task?.status === 'PROCESSING' ? state.task.progress : null;
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-[0.9375rem] font-medium">
        {t(`document.${docType}`)}
        {progress && (
          <span className="ml-2 text-sm text-ink-soft tabular-nums">{`${progress.done}/${progress.total}`}</span>
        )}
      </span>
      <PhaseBadge phase={documentPhase(state)} />
    </div>
  );
}

/** The same card before it is read: the same lines, the same heights. */
export function NestCardSkeleton() {
  return (
    <div className={cardClass}>
      <div className="grid content-start gap-1">
        <Skeleton className="h-5 w-14" />
        <Skeleton className="my-0.5 h-6 w-40" />
        <Skeleton className="h-[2.8125rem] w-full" />
      </div>
      <div className="grid gap-0.5">
        <Skeleton className="h-7 w-44" />
        <Skeleton className="h-5 w-52" />
      </div>
      <div className="grid gap-2 border-t border-line pt-4">
        {[0, 1].map((line) => (
          <div key={line} className="flex items-center justify-between">
            <Skeleton className="h-6 w-20" />
            <Skeleton className="h-7 w-20 rounded-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
