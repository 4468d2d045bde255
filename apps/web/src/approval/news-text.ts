import type { TFunction } from 'i18next';
import type { News } from './card-news.ts';

export const newsText = (t: TFunction<'approval'>, { kind, title, name }: News): string =>
  t(`news.${kind}`, { title, name: name ?? t('news.somebody') });
