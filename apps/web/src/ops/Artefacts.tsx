import type { ArtefactView } from '@dungji/contracts';
import { FileArchive, Image } from 'lucide-react';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { formatInstant } from './ops-format.ts';
import { useOpsText } from './use-ops-text.ts';

interface ArtefactsProps {
  artefacts: readonly ArtefactView[];
  picture: { key: string; url: string } | null;
  openingKey: string | null;
  onOpen: (artefact: ArtefactView) => void;
}

/** What was kept of a failure. Not shown unasked: it may show what a person typed, and looking goes on record. */
export function Artefacts({ artefacts, picture, openingKey, onOpen }: ArtefactsProps) {
  const t = useOpsText();
  const locale = useLocale();
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="text-base font-bold">{t('drawer.artefacts')}</h3>
        <p className="text-sm text-ink-soft">{t('drawer.openedNote')}</p>
      </div>
      <ul className="grid gap-3">
        {artefacts.map((artefact) => {
          const { key, purpose, at } = artefact;
          const Icon = purpose === 'screenshot' ? Image : FileArchive;
          const name = `${t(`drawer.${purpose}`)} ${formatInstant(at, locale)}`;
          return (
            <li key={key} className="grid gap-3 rounded-2xl bg-surface p-3 ring-1 ring-line">
              <div className="flex items-center gap-3">
                <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
                <span className="mr-auto text-sm tabular-nums">{name}</span>
                <Button
                  look="secondary"
                  size="small"
                  busy={openingKey === key}
                  aria-label={`${name}: ${t(openingKey === key ? 'drawer.opening' : 'drawer.open')}`}
                  onClick={() => onOpen(artefact)}
                >
                  {t(openingKey === key ? 'drawer.opening' : 'drawer.open')}
                </Button>
              </div>
              {picture?.key === key && (
                <a href={picture.url} target="_blank" rel="noreferrer" className="rounded-xl">
                  <img
                    src={picture.url}
                    alt={t('drawer.picture')}
                    className="w-full rounded-xl ring-1 ring-line"
                  />
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
