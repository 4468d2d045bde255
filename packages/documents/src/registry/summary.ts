import type { RegistrySection, RegistryView } from '@dungji/contracts';
import { squeezed } from '../layout/text-lines.ts';
import { amountOf } from './amounts.ts';
import { isoDayOf } from './days.ts';
import { joined } from './entries.ts';
import { fraction } from './fractions.ts';
import { holderOf, NUMBERS_OF_PERSONS } from './holders.ts';
import { type Purpose, purposeOf } from './purpose.ts';
import type { TableRow } from './tables.ts';

export interface SummaryEntry {
  readonly section: RegistrySection;
  readonly rank: string;
  readonly purposeText: string;
  readonly purpose: Purpose;
  readonly receiptDate: string | null;
  readonly receiptNo: string | null;
  readonly amountKrw: number | null;
  readonly holder: string | null;
  readonly text: string;
  readonly row: TableRow;
}

/** What the summary page lists: live entries only, and no proof of anything. */
export interface Summary {
  readonly owners: RegistryView['owners'];
  readonly entries: SummaryEntry[];
}

export function summaryOf(rows: readonly TableRow[]): Summary {
  const owners: RegistryView['owners'] = [];
  const entries: SummaryEntry[] = [];
  for (const row of rows) {
    if (row.table === '요약소유') owners.push(...ownerIn(row));
    if (row.table === '요약갑구' || row.table === '요약을구') entries.push(...entryIn(row));
  }
  return { owners, entries };
}

function ownerIn(row: TableRow): RegistryView['owners'] {
  const [names = [], , shares = [], , ranks = []] = row.cells;
  const text = joined(names).replace(NUMBERS_OF_PERSONS, '');
  const role = /\((소유자|공유자|수탁자|합유자)\)/.exec(squeezed(text))?.[1];
  const name = text.replace(/[(（]\s*(소유자|공유자|수탁자|합유자)\s*[)）]/, '').trim();
  if (name === '' || !/[가-힣A-Za-z]/.test(name)) return [];
  const share = squeezed(joined(shares));
  const part = /([\d,.]+)분의([\d,.]+)/.exec(share);
  const exact = part ? fraction(`${part[2]?.replaceAll(',', '')}/${part[1]?.replaceAll(',', '')}`) : null;
  return [
    {
      name,
      share: /단독소유/.test(share) ? '1/1' : exact ? `${exact.part}/${exact.whole}` : null,
      rank: /^\d+(-\d+)?/.exec(squeezed(joined(ranks)))?.[0] ?? null,
      trustee: role === '수탁자',
    },
  ];
}

function entryIn(row: TableRow): SummaryEntry[] {
  const [ranks = [], purposes = [], receipts = [], words = []] = row.cells;
  const rank = /^\d+(-\d+)*/.exec(squeezed(joined(ranks)))?.[0];
  const purposeText = joined(purposes);
  if (!rank || purposeText === '') return [];
  const purpose = purposeOf(squeezed(purposeText));
  const receipt = squeezed(joined(receipts));
  const lines = words.map((line) => line.text);
  const amount = amountOf(purpose.right, lines.join(''), false);
  return [
    {
      section: row.table === '요약갑구' ? '갑구' : '을구',
      rank,
      purposeText,
      purpose: rank.includes('-') && purpose.deed === 'SET' ? { ...purpose, deed: 'CHANGE' } : purpose,
      receiptDate: isoDayOf(receipt),
      receiptNo: /제(\d+)호/.exec(receipt)?.[1] ?? null,
      amountKrw: amount && 'krw' in amount ? amount.krw : null,
      holder: holderOf(purpose.right, lines),
      text: row.cells
        .map((cell) => joined(cell, ' '))
        .filter((text) => text !== '')
        .join(' · '),
      row,
    },
  ];
}
