import { useSyncExternalStore } from 'react';
import { readChoice, storeChoice } from '../ui/stored-choice.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_UNDER = 'dungji.theme'; // public/appearance.js reads it before the first paint.
const listeners = new Set<() => void>();
let current: Theme = readChoice(STORED_UNDER, THEMES) ?? 'system';

/** Shows a theme and remembers it on this device; `system` follows the device. */
export function chooseTheme(theme: Theme): void {
  current = theme;
  storeChoice(STORED_UNDER, theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current);
