import { describe, expect, it } from 'vitest';
import { generateRegister } from './generate-register.ts';
import { CANCEL_RED, CANCEL_WIDTH } from './print/page.ts';
import { REGISTER_CLASSES, type RegisterClass } from './register-classes.ts';
import { type ReadPage, readPdf } from './testing/read-pdf.ts';
import type { EntryTruth } from './truth.ts';

const CLASSES = Object.keys(REGISTER_CLASSES) as RegisterClass[];
const SEEDS = 4;

type Sample = Awaited<ReturnType<typeof generateRegister>>;

/** Each document is made once for all that is looked at in it. */
const samples = new Map<string, Promise<Sample>>();

async function each(name: RegisterClass, look: (sample: Sample) => unknown) {
  for (let count = 0; count < SEEDS; count += 1) {
    const seed = `${name}-${count}`;
    const sample = samples.get(seed) ?? generateRegister(seed, REGISTER_CLASSES[name]);
    samples.set(seed, sample);
    await look(await sample);
  }
}

/** Text without blanks, of one line of a page, and whether a red line runs through it where originals have it. */
interface Run {
  readonly text: string;
  readonly struck: boolean;
}

function runsOf(page: ReadPage): Run[] {
  const red = page.lines.filter(({ color }) => color === CANCEL_RED);
  const pieces = page.texts.map((text) => {
    const top = text.y - text.size * 0.88;
    const struck = red.some(
      ({ x1, x2, y }) =>
        Math.abs(y - (top + text.size * 0.55)) < 0.2 && x1 <= text.x + 0.5 && x2 >= text.x + text.width - 0.5,
    );
    return { ...text, struck };
  });
  const rows = new Map<string, typeof pieces>();
  for (const piece of pieces) {
    const key = `${piece.y.toFixed(1)}:${piece.struck}`;
    rows.set(key, [...(rows.get(key) ?? []), piece]);
  }
  return [...rows.values()].map((row) => ({
    text: row
      .sort((one, two) => one.x - two.x)
      .map(({ text }) => text)
      .join('')
      .replace(/\s/gu, ''),
    struck: row[0]?.struck ?? false,
  }));
}

const printedReceipt = ({ receiptDate, receiptNo }: EntryTruth) => {
  const [year, month, day] = (receiptDate ?? '').split('-').map(Number);
  return { day: `${year}년${month}월${day}일`, no: `제${receiptNo}호` };
};

describe.each(CLASSES)('a register of the class %s', (name) => {
  it('is the same, byte for byte, for the same seed, and another for another', async () => {
    const [one, again, other] = await Promise.all(
      ['x', 'x', 'y'].map((seed) => generateRegister(seed, REGISTER_CLASSES[name])),
    );
    expect(one?.pdf).toEqual(again?.pdf);
    expect(one?.truth).toEqual(again?.truth);
    expect(one?.truth).not.toEqual(other?.truth);
  });

  it('prints what its truth says, with red lines exactly through what is cancelled', async () => {
    await each(name, async ({ pdf, truth, pages }) => {
      const read = await readPdf(pdf);
      expect(read).toHaveLength(truth.pages);
      expect(pages).toHaveLength(truth.pages);
      const letters = read.map((page) => page.letters).join('');
      expect(letters).toContain(truth.uniqueNumber.replaceAll(' ', ''));
      for (const line of read.flatMap((page) => page.lines.filter(({ color }) => color === CANCEL_RED)))
        expect(line.width).toBeCloseTo(CANCEL_WIDTH, 3);
      const runs = read.map(runsOf);
      for (const entry of truth.entries) {
        const { no } = printedReceipt(entry);
        if (entry.receiptNo === null) continue;
        const there = (runs[entry.page - 1] ?? []).filter(({ text }) => text.includes(no));
        expect(there, `${entry.section} ${entry.rank}`).not.toHaveLength(0);
        const keeps = name !== 'strikes-patchy' && !entry.unclear;
        // A restored entry may stand there twice: struck, and entered again.
        if (keeps) expect(there.map(({ struck }) => struck)).toContain(entry.proofs.includes('STRIKE'));
      }
    });
  });

  it('says only by its rows and lines what its truth says is cancelled', async () => {
    await each(name, ({ truth }) => {
      const dead = cancelledByRows(truth.entries);
      for (const entry of truth.entries) {
        if (entry.unclear) continue;
        // The row that cancels an entry may stand on the page that is missing.
        if (name !== 'pages-missing')
          expect(dead.has(entry), `${entry.section} ${entry.rank} ${entry.purpose}`).toBe(
            entry.proofs.includes('ENTRY'),
          );
        expect(entry.cancelled).toBe(entry.proofs.length > 0);
      }
    });
  });

  it('owes what its live liens say, or cannot tell', async () => {
    await each(name, ({ truth }) => {
      if (truth.seniorDebtKrw === null) {
        const foreign = truth.entries.some((entry) => entry.foreign && !entry.cancelled);
        expect(
          foreign || truth.variant === 'SUMMARY_ONLY' || ['pages-missing', 'part-only'].includes(name),
        ).toBe(true);
        return;
      }
      const debts = truth.entries.filter(
        ({ deed, right, section }) =>
          deed === 'SET' && section === '을구' && ['MORTGAGE', 'JEONSE', 'LEASEHOLD_ORDER'].includes(right),
      );
      const live = debts.filter(({ cancelled }) => !cancelled);
      let sum = 0;
      for (const lien of live) {
        // The last change that names an amount replaces what the lien itself says.
        const changes = truth.entries.filter(
          (entry) =>
            entry.section === '을구' &&
            entry.deed === 'CHANGE' &&
            entry.rank?.startsWith(`${lien.rank}-`) &&
            entry.amountKrw !== null &&
            !entry.cancelled,
        );
        sum += changes.at(-1)?.amountKrw ?? lien.amountKrw ?? Number.NaN;
        expect(lien.inForce?.amountKrw).toBe(changes.at(-1)?.amountKrw ?? lien.amountKrw);
      }
      expect(truth.seniorDebtKrw).toBe(sum);
    });
  });

  it('belongs to its owners wholly', async () => {
    await each(name, ({ truth }) => {
      const parts = truth.owners.map(({ share }) => share.split('/').map(Number));
      const total = parts.reduce((sum, [part = 0, of = 1]) => sum + part / of, 0);
      expect(total).toBeCloseTo(1, 9);
      expect(new Set(truth.owners.map((owner) => owner.name)).size).toBe(truth.owners.length);
    });
  });
});

/** Follows the rows alone, as a clerk would: ranks within a section, sub-entries with their entry, restorations back. */
function cancelledByRows(entries: readonly EntryTruth[]): ReadonlySet<EntryTruth> {
  const dead = new Set<EntryTruth>();
  const inOrder = entries
    .map((entry, index) => ({ entry, index }))
    .sort(
      (one, two) =>
        (one.entry.receiptDate ?? '').localeCompare(two.entry.receiptDate ?? '') || one.index - two.index,
    );
  for (const { entry: row } of inOrder) {
    if (row.deed !== 'CANCEL' && row.deed !== 'RESTORE') continue;
    if (/일부말소$|지분/u.test(row.purpose)) continue;
    for (const [, rank = ''] of row.purpose.matchAll(/(\d+(?:-\d+)?)번/gu)) {
      const at = entries.findIndex((entry) => entry.section === row.section && entry.rank === rank);
      if (at < 0) continue;
      // A trust has no rank: it is the row below the transfer.
      const targets =
        row.right === 'TRUST'
          ? [entries[at + 1]]
          : entries.filter(
              (entry, index) =>
                entry.section === row.section &&
                (entry.rank === rank || entry.rank?.startsWith(`${rank}-`) === true) &&
                (index >= at || entry.rank === rank),
            );
      for (const target of targets) {
        if (!target) continue;
        if (row.deed === 'CANCEL') dead.add(target);
        else dead.delete(target);
      }
    }
  }
  return dead;
}

describe('registers', () => {
  it('may print a trust in the box of the transfer it belongs to', async () => {
    const print = async (joinsRows: boolean) => {
      const options = { ...REGISTER_CLASSES.trust, style: { joinsRows, splitsRows: false, columnShift: 0 } };
      const { pdf, truth } = await generateRegister('one box', options);
      const pages = await readPdf(pdf);
      const lines = pages.flatMap((page) => page.lines).filter(({ color }) => color !== CANCEL_RED);
      return { truth, letters: pages.map((page) => page.letters), lines: lines.length };
    };
    const [apart, joined] = await Promise.all([print(false), print(true)]);
    expect(joined.letters).toEqual(apart.letters);
    const below = apart.truth.entries.filter(({ rank }) => rank === null).length;
    expect(below).toBeGreaterThan(0);
    // Neither the line below the one row nor the line above the other.
    expect(apart.lines - joined.lines).toBe(2 * below);
  });

  it('come with every shape that readers stumble over', async () => {
    const seen = new Set<string>();
    for (const name of CLASSES)
      await each(name, ({ truth, pages }) => {
        for (const entry of truth.entries) {
          if (entry.rank === null) seen.add('row without rank');
          if (entry.rank?.includes('-')) seen.add('sub-entry');
          if (entry.deed === 'CANCEL' && (entry.purpose.match(/번/gu) ?? []).length > 1)
            seen.add('several ranks in one row');
          if (entry.purpose.includes('지분')) seen.add('part of an owner');
          if (/-\d+번.*말소/u.test(entry.purpose)) seen.add('sub-entry cancelled');
          if (entry.purpose.includes('일부이전')) seen.add('part of a lien moved');
          seen.add(`${entry.right} ${entry.deed}`);
        }
        if (truth.entries.length > 25) seen.add('many rows');
        if (truth.bodyPages > 5) seen.add('many pages');
        if (truth.owners.length > 1) seen.add('several owners');
        if (truth.owners.some(({ trustee }) => trustee)) seen.add('trustee');
        if (truth.separateLandRegister) seen.add('separate land register');
        if (truth.entries.length > 0 && !truth.entries.some(({ section }) => section === '을구'))
          seen.add('no 을구');
        const texts = pages.flat().flatMap((mark) => (mark.type === 'text' ? [mark.text] : []));
        for (const text of texts)
          for (const word of [
            '매 매 목 록',
            '공 동 담 보 목 록',
            '(전 1)',
            '기록사항 없음',
            '신청사건 처리중',
            '발급확인번호',
          ])
            if (text.includes(word)) seen.add(word);
      });
    for (const shape of [
      'row without rank',
      'sub-entry',
      'several ranks in one row',
      'part of an owner',
      'many rows',
      'many pages',
      'several owners',
      'sub-entry cancelled',
      'part of a lien moved',
      'trustee',
      'separate land register',
      'no 을구',
      '매 매 목 록',
      '공 동 담 보 목 록',
      '(전 1)',
      '기록사항 없음',
      '신청사건 처리중',
      '발급확인번호',
      'MORTGAGE CHANGE',
      'MORTGAGE TRANSFER',
      'MORTGAGE PLEDGE',
      'TRUST CANCEL',
      'JEONSE SET',
      'LEASEHOLD_ORDER SET',
      'SUPERFICIES SET',
      'INJUNCTION SET',
      'AUCTION SET',
      'PROVISIONAL_REGISTRATION SET',
      'SEIZURE CANCEL',
      'MORTGAGE RESTORE',
      'OTHER SET',
    ])
      expect(seen, shape).toContain(shape);
  }, 60_000);
});
