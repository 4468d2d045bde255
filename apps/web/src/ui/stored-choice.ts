import type { z } from 'zod';

/** Preferences of this device (theme, language). Nothing about a task is ever kept here. */
export function readChoice<Choice extends string>(key: string, schema: z.ZodType<Choice>): Choice | null {
  try {
    return schema.safeParse(localStorage.getItem(key)).data ?? null;
  } catch {
    return null; // Storage is refused.
  }
}

export function storeChoice(key: string, choice: string | null): void {
  try {
    if (choice === null) localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Storage is refused: the choice lasts for this visit.
  }
}
