import { type Entry, lines, printDay, printShare, type Register } from '../register/register.ts';
import { SUMMARY_COLUMNS, SUMMARY_OWNERS_COLUMNS } from './columns.ts';
import type { Summary, Table } from './paper.ts';
import type { Style } from './style.ts';
import { spacedTime, spokenTime } from './times.ts';

export function summaryOf(register: Register, viewedAt: Date, style: Style): Summary {
  const emptyText = '- 기록사항 없음';
  const table = (caption: string, entries: readonly Entry[]): Table => ({
    heading: null,
    caption,
    columns: SUMMARY_COLUMNS,
    preamble: [],
    rows: entries.flatMap((entry) => summaryRow(register, entry)),
    emptyText,
  });
  return {
    // Printed some minutes after the viewing began.
    printedAt: `출력일시 : ${(style.summaryTime === 'spoken' ? spokenTime : spacedTime)(new Date(viewedAt.getTime() + 267_000))}`,
    tables: [
      {
        heading: null,
        caption: '1. 소유지분현황 ( 갑구 )',
        columns: SUMMARY_OWNERS_COLUMNS,
        preamble: [],
        rows: [...register.owners]
          .sort((one, two) => one.name.localeCompare(two.name, 'ko'))
          .map((owner) => ({
            entry: null,
            cells: [
              lines(`${owner.name} (${owner.trustee ? '수탁자' : owner.share.of > 1 ? '공유자' : '소유자'})`),
              lines(owner.number),
              lines(owner.share.of > 1 ? printShare(owner.share) : '단독소유'),
              lines(owner.address),
              lines(owner.ranks.join(', ')),
            ],
          })),
        emptyText,
      },
      table('2. 소유지분을 제외한 소유권에 관한 사항 ( 갑구 )', register.ownership),
      table('3. (근)저당권 및 전세권 등 ( 을구 )', register.rights),
    ],
  };
}

function summaryRow(register: Register, entry: Entry) {
  if (!entry.summary || entry.cancelled) return [];
  return [
    {
      entry: null,
      cells: [
        lines(...(entry.rank ? [entry.rank] : [])),
        lines(entry.summary.purpose),
        lines(...(entry.receipt ? [printDay(entry.receipt.on), `제${entry.receipt.no}호`] : [])),
        lines(...entry.summary.lines),
        lines(target(register, entry)),
      ],
    },
  ];
}

/** Whose property an entry burdens: one owner's part, everybody's, or somebody who is gone. */
function target(register: Register, entry: Entry): string {
  const shared = /번(.+?)지분/u.exec(entry.purpose)?.[1];
  if (shared) return register.owners.some(({ name }) => name === shared) ? shared : '확인불가';
  const [first] = register.owners;
  return first ? `${first.name}${register.owners.length > 1 ? ' 등' : ''}` : '확인불가';
}
