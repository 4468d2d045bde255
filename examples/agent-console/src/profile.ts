import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** One part of a day that goes into the profile. */
export interface Bundle {
  /** 2026-03-02. Each day begins anew with bundle 1. */
  day: string;
  position: number;
  heading: string;
  lines: string[];
}

export type Section = Pick<Bundle, 'day' | 'heading' | 'lines'>;

interface Stored {
  sections: Section[];
  /** What each idempotency key was answered, and for which body. */
  answers: Record<string, { bodyHash: string; answer: Merged }>;
}

export interface Merged {
  /** Of the bundle's day. */
  sections: number;
}

export type MergeOutcome =
  | { outcome: 'merged' | 'known'; answer: Merged }
  /** The key belongs to another body: one of the two is a mistake. */
  | { outcome: 'conflict' }
  /** It is not the next one of its day. */
  | { outcome: 'out of order' };

export interface Profile {
  sections(): Promise<readonly Section[]>;
  /** Merges the bundle once per key, however often it comes, and only after the one before it. */
  merge(bundle: Bundle, idempotencyKey: string): Promise<MergeOutcome>;
}

/**
 * The document that the bundles are merged into: one file. The merge and the key it happened under are written in one
 * rename, so a crash at any moment leaves both or neither.
 */
export function openProfile(path: string): Profile {
  /** One merge at a time: a call that was cut may still be running when its repetition comes. */
  let last: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Stored> {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Stored;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { sections: [], answers: {} };
      throw error;
    }
  }

  async function mergeNow(bundle: Bundle, idempotencyKey: string): Promise<MergeOutcome> {
    const stored = await read();
    const bodyHash = createHash('sha256').update(JSON.stringify(bundle)).digest('hex');
    const earlier = stored.answers[idempotencyKey];
    if (earlier && earlier.bodyHash !== bodyHash) return { outcome: 'conflict' };
    if (earlier) return { outcome: 'known', answer: earlier.answer };
    const { day, position, heading, lines } = bundle;
    const merged = stored.sections.filter((section) => section.day === day).length;
    if (position !== merged + 1) return { outcome: 'out of order' };
    const answer = { sections: position };
    const next: Stored = {
      sections: [...stored.sections, { day, heading, lines }],
      answers: { ...stored.answers, [idempotencyKey]: { bodyHash, answer } },
    };
    await writeFile(`${path}.new`, JSON.stringify(next, null, 2));
    await rename(`${path}.new`, path);
    return { outcome: 'merged', answer };
  }

  return {
    sections: async () => (await read()).sections,
    merge(bundle: Bundle, idempotencyKey: string): Promise<MergeOutcome> {
      const merged = last.then(() => mergeNow(bundle, idempotencyKey));
      last = merged.catch(() => {});
      return merged;
    },
  };
}
