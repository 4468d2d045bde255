import {
  generateLedger,
  generateRegister,
  generateStranger,
  LEDGER_CLASSES,
  type LedgerClass,
  type LedgerTruth,
  pageText,
  REGISTER_CLASSES,
  type RegisterClass,
  type RegisterOptions,
  type RegisterTruth,
  SCANS,
  type ScanClass,
  STRANGERS,
  toOutlines,
  toScan,
} from '@dungji/document-samples';

/** One document to be read, with what is true of it. */
export interface Job {
  readonly group: 'text' | 'outlines' | ScanClass | 'ledger' | 'stranger';
  readonly name: string;
  readonly seed: string;
  readonly bytes: Uint8Array;
  readonly register: RegisterTruth | null;
  readonly ledger: LedgerTruth | null;
  /** What each page shows, in the order of reading, the watermark left out. */
  readonly pageTexts: readonly string[];
}

export interface Asked {
  /** Beginning of every seed: another one, other documents. */
  readonly prefix: string;
  /** Documents with a text layer of each class. */
  readonly texts: number;
  /** Documents of each sort of scan; recognition takes seconds a page. */
  readonly scans: number;
  readonly only: ReadonlySet<string>;
}

/** Registers of a few pages, for recognition: what differs is how they come out of the scanner. */
const SCANNED: readonly RegisterOptions[] = [
  { kind: '집합건물', events: 3 },
  { kind: '건물', events: 4, risks: ['mortgage'] },
  { kind: '집합건물', events: 6, risks: ['mortgage', 'lease-order'], settles: true },
  { kind: '집합건물', events: 4, risks: ['mortgage', 'seizure'], variant: 'VALID_ONLY' },
  { kind: '토지', events: 5, risks: ['mortgage', 'superficies'] },
  { kind: '집합건물', events: 3, risks: [], settles: true },
  { kind: '집합건물', events: 5, risks: ['trust', 'jeonse'] },
];

/** Makes the documents one after the other, so that only one is held. */
export async function* jobs(asked: Asked): AsyncGenerator<Job> {
  const wanted = (group: string, name: string) =>
    asked.only.size === 0 ||
    asked.only.has(group) ||
    asked.only.has(name) ||
    asked.only.has(`${group}/${name}`);
  for (const name of Object.keys(REGISTER_CLASSES) as RegisterClass[]) {
    for (let count = 0; wanted('text', name) && count < asked.texts; count += 1) {
      const seed = `${asked.prefix}-${name}-${count}`;
      const { pdf, truth, pages } = await generateRegister(seed, REGISTER_CLASSES[name]);
      yield {
        group: 'text',
        name,
        seed,
        bytes: pdf,
        register: truth,
        ledger: null,
        pageTexts: pages.map(pageText),
      };
    }
  }
  for (const name of Object.keys(LEDGER_CLASSES) as LedgerClass[]) {
    for (let count = 0; wanted('ledger', name) && count < asked.texts; count += 1) {
      const seed = `${asked.prefix}-${name}-${count}`;
      const { pdf, truth } = await generateLedger(seed, LEDGER_CLASSES[name]);
      yield { group: 'ledger', name, seed, bytes: pdf, register: null, ledger: truth.pdf, pageTexts: [] };
    }
  }
  for (const name of STRANGERS) {
    if (!wanted('stranger', name)) continue;
    const { pdf, pages } = await generateStranger(`${asked.prefix}-${name}`, name);
    yield {
      group: 'stranger',
      name,
      seed: name,
      bytes: pdf,
      register: null,
      ledger: null,
      pageTexts: pages.map(pageText),
    };
  }
  for (const group of ['outlines', ...(Object.keys(SCANS) as ScanClass[])] as const) {
    for (let count = 0; wanted(group, 'mixed') && count < asked.scans; count += 1) {
      const seed = `${asked.prefix}-${group}-${count}`;
      const sample = await generateRegister(seed, SCANNED[count % SCANNED.length] ?? {});
      const bytes =
        group === 'outlines' ? await toOutlines(sample) : await toScan(sample, SCANS[group], seed);
      const pageTexts = sample.pages.map(pageText);
      yield { group, name: 'mixed', seed, bytes, register: sample.truth, ledger: null, pageTexts };
    }
  }
}
