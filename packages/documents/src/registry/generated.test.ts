import { generateRegister, REGISTER_CLASSES, type RegisterClass } from '@dungji/document-samples';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../reader/pdf.ts';
import { readRegistry } from './read-registry.ts';

/** A few seeds of each class at every change; bench/reading goes through hundreds that nobody looked at. */
const SEEDS = [1, 2];

async function read(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const layouts = [];
  for (let page = 0; page < document.pageCount; page++) layouts.push(await document.layoutOf(page));
  return readRegistry(layouts);
}

describe.each(Object.keys(REGISTER_CLASSES) as RegisterClass[])('registers of the class %s', (name) => {
  it.each(SEEDS)('seed %i: sums are exact or unknown, and nothing that lives is missed', async (seed) => {
    const { pdf, truth } = await generateRegister(`${name}:${seed}`, REGISTER_CLASSES[name]);
    const register = await read(pdf);
    if (!register) throw new Error('expected a register');
    expect(register).toMatchObject({ kind: truth.kind, variant: truth.variant });
    expect([truth.seniorDebtKrw, null]).toContain(register.seniorDebtKrw);
    if (!truth.complete) {
      expect(register.complete).toBe(false);
      return;
    }
    expect(register).toMatchObject({
      complete: true,
      uniqueNumber: truth.uniqueNumber,
      exclusiveAreaM2: truth.exclusiveAreaM2,
      floor: truth.floor,
      unit: truth.unit,
      separateLandRegister: truth.separateLandRegister,
    });
    expect(
      register.owners.map(({ name: owner, trustee }) => [owner.replace(/\s/g, ''), trustee]).sort(),
    ).toEqual(truth.owners.map(({ name: owner, trustee }) => [owner.replace(/\s/g, ''), trustee]).sort());
    expect(register.entries.map(({ section, rank }) => [section, rank])).toEqual(
      truth.entries.map(({ section, rank }) => [section, rank]),
    );
    register.entries.forEach(({ cancelled }, index) => {
      const told = truth.entries[index];
      if (!(told?.unclear && cancelled === null)) expect(cancelled).toBe(told?.cancelled);
    });
  });
});
