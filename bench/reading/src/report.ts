import { Tally } from './tally.ts';

type Tallies = ReadonlyMap<string, Tally>;

const seconds = (tally: Tally) => (tally.of('seconds') / Math.max(1, tally.of('pages'))).toFixed(3);
const isLedger = (name: string) => name.startsWith('ledger/');
const isStranger = (name: string) => name.startsWith('stranger/');

function print(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  return [line(head), ...rows.map(line)].join('\n');
}

/** Every number is a percentage, but for counts: `debt` is right/open/wrong in documents. */
export function registerTable(tallies: Tallies): string {
  const rows = [...tallies].filter(([name]) => !isLedger(name) && !isStranger(name));
  if (rows.length === 0) return '';
  const whole = new Tally();
  for (const [, tally] of rows) whole.merge(tally);
  return print(
    [
      'registers',
      'docs',
      'pages',
      'entries p',
      'r',
      'cancelled',
      'amount',
      'in force',
      'receipt',
      'holder',
      'owners p',
      'r',
      'area',
      'head',
      'debt ok/open/wrong',
      'no lien!',
      'no risk!',
      'complete!',
      'CER',
      's/page',
      'MB',
    ],
    [...rows, ['all', whole] as const].map(([name, tally]) => [
      name,
      String(tally.of('documents')),
      String(tally.of('pages')),
      tally.precision('entries'),
      tally.recall('entries'),
      tally.right('cancelled'),
      tally.right('amount'),
      tally.right('in force'),
      tally.right('receipt'),
      tally.right('holder'),
      tally.precision('owners'),
      tally.recall('owners'),
      tally.right('area'),
      head(tally),
      `${tally.of('debt right')}/${tally.of('debt open')}/${tally.of('debt wrong')}`,
      String(tally.of('false no lien')),
      String(tally.of('false no risk')),
      String(tally.of('false complete')),
      tally.of('letters') ? ((tally.of('letter errors') / tally.of('letters')) * 100).toFixed(1) : '–',
      seconds(tally),
      tally.of('peak megabytes').toFixed(0),
    ]),
  );
}

/** What stands above the tables: kind, number, address, unit, time. */
function head(tally: Tally): string {
  const fields = ['kind', 'number', 'address', 'unit', 'viewed', 'road'];
  const right = fields.reduce((sum, field) => sum + tally.of(`${field} right`), 0);
  const other = fields.reduce(
    (sum, field) => sum + tally.of(`${field} wrong`) + tally.of(`${field} open`),
    0,
  );
  return tally.percent(right, right + other);
}

export function ledgerTable(tallies: Tallies): string {
  const rows = [...tallies].filter(([name]) => isLedger(name));
  if (rows.length === 0) return '';
  const fields = [
    'violation',
    'title',
    'use',
    'structure',
    'area',
    'approved',
    'households',
    'price',
    'issued',
    'address',
    'unit',
  ];
  return `\n${print(
    ['ledgers', 'docs', ...fields, 'no violation!', 's/page'],
    rows.map(([name, tally]) => [
      name,
      String(tally.of('documents')),
      ...fields.map((field) => tally.right(field)),
      String(tally.of('false no violation')),
      seconds(tally),
    ]),
  )}`;
}

/** What a reader must keep, over everything that was read in this run. */
export function requirements(tallies: Tallies): { readonly text: string; readonly holds: boolean }[] {
  const of = (matches: (name: string) => boolean) => {
    const sum = new Tally();
    for (const [name, tally] of tallies) if (matches(name)) sum.merge(tally);
    return sum;
  };
  const text = of((name) => name.startsWith('text/'));
  const clean = of((name) => /^(clean|grey)-300/u.test(name));
  const poor = of((name) => /^(noisy|poor|skewed|photo|phone|clean-200)/u.test(name));
  const pictures = of((name) => !name.startsWith('text/') && !isLedger(name) && !isStranger(name));
  const ledgers = of(isLedger);
  const strangers = of(isStranger);
  const registers = of((name) => !isLedger(name) && !isStranger(name));
  const covered = (tally: Tally) => {
    const right = tally.of('debt right');
    return right / Math.max(1, right + tally.of('debt open'));
  };
  const entriesRight =
    (text.of('cancelled right') - text.of('entries extra')) /
    Math.max(1, text.of('entries hit') + text.of('entries missed'));
  const perPage = (tally: Tally) => tally.of('seconds') / Math.max(1, tally.of('pages'));
  const checks: (readonly [Tally, string, boolean])[] = [
    [
      text,
      `text layer: ${text.of('false no lien')} times a false "no lien", ${text.of('debt wrong')} wrong totals (0, 0)`,
      text.of('false no lien') + text.of('debt wrong') === 0,
    ],
    [
      text,
      `text layer: ${(entriesRight * 100).toFixed(2)} % of entries found with the right cancellation (99.5)`,
      entriesRight >= 0.995,
    ],
    [text, `text layer: ${(covered(text) * 100).toFixed(1)} % of totals told`, true],
    [text, `text layer: ${(perPage(text) * 1_000).toFixed(0)} ms a page (150)`, perPage(text) <= 0.15],
    [
      clean,
      `clean 300 dpi: ${clean.of('debt wrong')} wrong totals (0), ${(covered(clean) * 100).toFixed(1)} % told (90)`,
      clean.of('debt wrong') === 0 && covered(clean) >= 0.9,
    ],
    [
      poor,
      `poor scans: ${poor.of('false no risk')} times a false "no risk" (0), ${poor.of('debt wrong')} wrong totals`,
      poor.of('false no risk') === 0,
    ],
    [
      pictures,
      `recognition: at most ${pictures.of('peak seconds a page').toFixed(1)} s a page (8), ${pictures.of('peak megabytes').toFixed(0)} MB (600)`,
      pictures.of('peak seconds a page') <= 8 && pictures.of('peak megabytes') <= 600,
    ],
    [
      ledgers,
      `ledgers: ${ledgers.of('false no violation')} times a false "no violation" (0)`,
      ledgers.of('false no violation') === 0,
    ],
    [
      registers,
      `all registers: ${registers.of('false complete')} incomplete files taken for whole (0), ${registers.of('false no risk')} times a false "no risk" (0)`,
      registers.of('false complete') + registers.of('false no risk') === 0,
    ],
    [
      strangers,
      `other papers: ${strangers.of('taken for a register')} taken for a register (0)`,
      strangers.of('taken for a register') === 0,
    ],
  ];
  return checks
    .filter(([tally]) => tally.of('documents') > 0)
    .map(([, told, holds]) => ({ text: told, holds }));
}
