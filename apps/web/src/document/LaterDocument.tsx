import { useTranslation } from 'react-i18next';

/** A document that cannot be issued yet: named, so nobody looks for it, and without a button. */
export function LaterDocument() {
  const { t } = useTranslation();
  return (
    <article className="flex items-start justify-between gap-3 rounded-card border border-dashed border-line p-5 sm:p-6">
      <div className="grid gap-0.5">
        <h3 className="text-lg font-bold text-ink-soft">{t('document.LEDGER')}</h3>
        <p className="text-sm text-ink-soft">{t('document.ledgerAbout')}</p>
        <p className="mt-1 text-sm text-ink-soft">{t('document.comingLaterLead')}</p>
      </div>
      <span className="inline-flex h-7 shrink-0 items-center rounded-full bg-sunken px-2.5 text-[0.8125rem] font-semibold text-ink-soft">
        {t('document.comingLater')}
      </span>
    </article>
  );
}
