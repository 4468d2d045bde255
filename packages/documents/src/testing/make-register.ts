import { emptyLayout, type Glyph, type PageLayout } from '../layout/page-layout.ts';

/** A row of 갑구 or 을구: rank, purpose, receipt, cause, rights; lines of a cell are separated by `|`. */
export type RegisterRow = readonly [string, string, string?, string?, string?, StruckLines?];
/** Every line, or those of the last column by their index. */
type StruckLines = 'struck' | readonly number[] | undefined;

export interface MadeRegister {
  readonly title?: string;
  readonly 갑구?: readonly RegisterRow[];
  readonly 을구?: readonly RegisterRow[];
  /** 소재지번,건물명칭 및 번호 and 건물내역 of the whole building. */
  readonly building?: readonly [string, string];
  /** 건물내역 of 전유부분. */
  readonly unit?: string;
  /** Lines below 대지권의 표시. */
  readonly land?: string;
  readonly footer?: string;
  readonly end?: boolean;
  /** Lines that stand where the title would. */
  readonly instead?: readonly string[];
  readonly summary?: readonly RegisterRow[];
  /** The sole owner by the summary. */
  readonly summaryOwner?: string;
}

const SIZE = 9;
const LINE = 13;
const RIGHTS = [28, 68, 160, 248, 338, 567];
const PARTS = [28, 68, 136, 292, 432, 567];

/** The layout of a register as the pages would give it, for rules that need no PDF. */
export function makeRegister(made: MadeRegister): PageLayout[] {
  const sheet = new Sheet();
  if (made.instead) for (const line of made.instead) sheet.line(line);
  else {
    sheet.line(made.title ?? '등기사항전부증명서(말소사항 포함)', 17);
    sheet.line('- 집합건물 -', 14);
    sheet.line('고유번호 1101-2099-000001');
    sheet.line('[집합건물] 서울특별시 둥지구 가상동 123-45 둥지타운 제101동 제3층 제302호');
  }
  if (made.building) {
    sheet.line('【 표 제 부 】 ( 1동의 건물의 표시 )');
    sheet.table(
      PARTS,
      ['표시번호', '접 수', '소재지번,건물명칭 및 번호', '건 물 내 역', '등기원인 및 기타사항'],
      [['1', '2010년5월6일', ...made.building, '도면편철장 제123호']],
    );
  }
  if (made.unit !== undefined) {
    sheet.line('【 표 제 부 】 ( 전유부분의 건물의 표시 )');
    sheet.table(
      PARTS,
      ['표시번호', '접 수', '건 물 번 호', '건 물 내 역', '등기원인 및 기타사항'],
      [['1', '2010년5월6일', '제3층 제302호', made.unit]],
    );
  }
  if (made.land !== undefined) {
    sheet.line('( 대지권의 표시 )');
    sheet.table(
      [28, 68, 200, 330, 567],
      ['표시번호', '대지권종류', '대지권비율', '등기원인 및 기타사항'],
      [['1', '1 소유권대지권', '250.3분의 21.45', made.land]],
    );
  }
  const columns = ['순위번호', '등 기 목 적', '접 수', '등 기 원 인', '권리자 및 기타사항'];
  for (const [heading, rows] of [
    ['【 갑 구 】 ( 소유권에 관한 사항 )', made.갑구 ?? OWNED],
    ['【 을 구 】 ( 소유권 이외의 권리에 관한 사항 )', made.을구],
  ] as const) {
    if (!rows) continue;
    sheet.line(heading);
    sheet.table(RIGHTS, columns, rows);
    if (rows.length === 0) sheet.line('-- 기 록 사 항 없 음 --');
  }
  if (made.end !== false) sheet.line('-- 이 하 여 백 --');
  sheet.line(made.footer ?? '열람일시 : 2026년01월23일 09시08분07초 1/1');
  const pages = [sheet.layout];
  if (made.summary || made.summaryOwner) {
    const summary = new Sheet();
    summary.line('주요 등기사항 요약 (참고용)');
    summary.line('[집합건물] 서울특별시 둥지구 가상동 123-45 둥지타운 제101동 제3층 제302호');
    if (made.summaryOwner) {
      summary.line('1. 소유지분현황 ( 갑구 )');
      summary.table(
        [28, 160, 260, 320, 500, 567],
        ['등기명의인', '(주민)등록번호', '최종지분', '주 소', '순위번호'],
        [[`${made.summaryOwner} (소유자)`, '750505-*******', '단독소유', '서울특별시 둥지구 둥지로 77', '1']],
      );
    }
    summary.line('3. (근)저당권 및 전세권 등 ( 을구 )');
    summary.table(
      RIGHTS,
      ['순위번호', '등기목적', '접수정보', '주요등기사항', '대상소유자'],
      made.summary ?? [],
    );
    pages.push(summary.layout);
  }
  return pages;
}

const OWNED: readonly RegisterRow[] = [
  ['1', '소유권보존', '2010년5월6일|제33649호', '', '소유자 홍길동 800101-*******'],
];

class Sheet {
  readonly layout: PageLayout = emptyLayout(595, 20_000);
  #y = 40;

  line(text: string, size = SIZE): void {
    this.#y += LINE + size;
    this.layout.glyphs.push(...glyphsOf(text, 40, this.#y, size));
  }

  table(edges: readonly number[], columns: readonly string[], rows: readonly (readonly unknown[])[]): void {
    this.#y += 6;
    this.#row(edges, columns, null);
    for (const row of rows)
      this.#row(edges, row.slice(0, edges.length - 1) as string[], row[5] as StruckLines);
  }

  #row(
    edges: readonly number[],
    cells: readonly (string | undefined)[],
    struck: StruckLines | null | undefined,
  ) {
    const split = cells.map((cell, column) => {
      // Headings are set in smaller letters rather than cut.
      const width = struck === null ? 1_000 : (edges[column + 1] ?? 0) - (edges[column] ?? 0) - 6;
      return (cell ? cell.split('|') : []).flatMap((text, index) =>
        wrapped(text, width).map((part) => ({ text: part, index })),
      );
    });
    const height = Math.max(1, ...split.map((lines) => lines.length)) * LINE + 6;
    split.forEach((lines, column) => {
      lines.forEach(({ text, index }, place) => {
        const left = (edges[column] ?? 0) + 3;
        const baseline = this.#y + 3 + (place + 0.8) * LINE;
        const glyphs = glyphsOf(text, left, baseline, SIZE);
        this.layout.glyphs.push(...glyphs);
        const isStruck =
          struck === 'struck' || (Array.isArray(struck) && column === 4 && struck.includes(index));
        const right = Math.max(...glyphs.map((glyph) => glyph.right));
        if (isStruck) this.layout.strikes.push({ from: left, to: right, at: baseline - SIZE * 0.4 });
      });
    });
    for (const at of edges) this.layout.uprights.push({ from: this.#y, to: this.#y + height, at });
    for (const at of [this.#y, this.#y + height])
      this.layout.levels.push({ from: edges[0] ?? 0, to: edges.at(-1) ?? 0, at });
    this.#y += height;
  }
}

const widthOf = (letter: string): number => (/[\u1100-\uffff]/.test(letter) ? SIZE : SIZE / 2);

/** Cut anywhere, as registers do. */
function wrapped(text: string, width: number): string[] {
  const lines = [''];
  let used = 0;
  for (const letter of text) {
    used += widthOf(letter);
    if (used > width) {
      lines.push('');
      used = widthOf(letter);
    }
    lines[lines.length - 1] += letter;
  }
  return lines;
}

function glyphsOf(text: string, left: number, baseline: number, size: number): Glyph[] {
  let x = left;
  return [...text].map((letter) => {
    const width = /[\u1100-\uffff]/.test(letter) ? size : size / 2;
    const glyph = { text: letter, left: x, right: x + width, baseline, size, confidence: 1 };
    x += width;
    return glyph;
  });
}
