/** Preferences of this device (theme, language). Nothing about a task is ever kept here. */
export function readChoice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | null {
  try {
    const stored = localStorage.getItem(key);
    return choices.find((choice) => choice === stored) ?? null;
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
