import { parseArgs } from 'node:util';
import { generateRegister } from '@dungji/document-samples';
import { readDocument } from '@dungji/documents';
import { jobs } from './jobs.ts';
import { distance } from './letters.ts';
import { watchChildren } from './memory.ts';
import { ledgerTable, registerTable, requirements } from './report.ts';
import { scoreLedger } from './score-ledger.ts';
import { scoreRegister } from './score-register.ts';
import { Tally } from './tally.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    prefix: { type: 'string', default: 'bench' },
    texts: { type: 'string', default: '20' },
    scans: { type: 'string', default: '3' },
    /** Stops taking documents after so long, and tells of those it had. */
    minutes: { type: 'string', default: '60' },
    /** How many faults of each class are shown. */
    faults: { type: 'string', default: '3' },
  },
});

const tallies = new Map<string, Tally>();
const start = await startOfReading();
const stopAt = performance.now() + Number(values.minutes) * 60_000;
for await (const job of jobs({
  prefix: values.prefix,
  texts: Number(values.texts),
  scans: Number(values.scans),
  only: new Set(positionals),
})) {
  if (performance.now() > stopAt) break;
  const tally = tallies.get(`${job.group}/${job.name}`) ?? new Tally();
  tallies.set(`${job.group}/${job.name}`, tally);
  const { read, seconds, megabytes } = await watched(
    job.bytes,
    job.ledger ? 'LEDGER' : 'REGISTRY',
    tally,
    job.seed,
  );
  const pages = job.register?.pages ?? job.ledger?.pages ?? 1;
  tally.add('documents');
  tally.add('pages', pages);
  tally.add('seconds', Math.max(0, seconds - start));
  tally.max('peak seconds a page', Math.max(0, seconds - start) / pages);
  tally.max('peak megabytes', megabytes);
  if (job.register) scoreRegister(tally, job.register, read?.reading.registry ?? null, job.seed);
  if (job.ledger) scoreLedger(tally, job.ledger, read?.reading.ledger ?? null, job.seed);
  if (job.group === 'stranger' && read?.reading.registry?.complete) {
    tally.add('taken for a register');
    tally.fault(`${job.seed}: was read as a complete register`);
  }
  for (const [index, text] of job.pageTexts.entries()) {
    const { errors, letters } = distance(text, read?.pages[index] ?? '');
    tally.add('letter errors', errors);
    tally.add('letters', letters);
  }
}

console.log(
  `\nStarting a reading process takes ${start.toFixed(2)} s of processor time; times a page are without it.\n`,
);
console.log(registerTable(tallies));
console.log(ledgerTable(tallies));
for (const [name, tally] of tallies) {
  if (tally.faults.length === 0) continue;
  console.log(`\n${name}: ${tally.faults.length} faults`);
  for (const fault of tally.faults.slice(0, Number(values.faults))) console.log(`  ${fault}`);
}
const held = requirements(tallies);
console.log(`\n${held.map(({ text, holds }) => `${holds ? 'holds ' : 'BROKEN'}  ${text}`).join('\n')}`);
process.exitCode = held.every(({ holds }) => holds) ? 0 : 1;

/** Reads a document and measures it: processor time where the system tells it, else time that passed. */
async function watched(bytes: Uint8Array, docType: 'REGISTRY' | 'LEDGER', tally: Tally, seed: string) {
  const children = watchChildren();
  const began = performance.now();
  const read = await readDocument(bytes, { docType }).catch((error: unknown) => {
    tally.fault(`${seed}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
  const passed = (performance.now() - began) / 1_000;
  const cost = children.stop();
  return { read, seconds: cost?.seconds ?? passed, megabytes: cost?.megabytes ?? 0 };
}

/** What a reading costs before its first page: the median of a few readings of one page. */
async function startOfReading(): Promise<number> {
  const { pdf } = await generateRegister('start', { kind: '토지', events: 0, risks: [], withSummary: false });
  const seconds: number[] = [];
  for (let count = 0; count < 3; count += 1)
    seconds.push((await watched(pdf, 'REGISTRY', new Tally(), 'start')).seconds);
  return seconds.sort((one, two) => one - two)[1] ?? 0;
}
