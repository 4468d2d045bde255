import { day } from './fiction.ts';
import { imagineOwnership } from './imagine-ownership.ts';
import { imagineRights } from './imagine-rights.ts';
import { imagineTitle } from './imagine-title.ts';
import { drawFrom } from './random.ts';
import type { Register } from './register.ts';
import { type Subject, subjectLine } from './subject.ts';

/**
 * Invents a register: a history that depends on the seed alone (with cancelled rows in it), then what
 * the risks ask for, live, at its end. Without risks nothing but the owner is live.
 */
export function imagineRegister(subject: Subject): Register {
  const draw = drawFrom(subject.seed);
  // Before March 2012, when most buildings got their road name address: the title part tells of it.
  const builtOn = day(draw, 2004, 2011);
  const title = imagineTitle(draw, subject, builtOn);
  const ownership = imagineOwnership(draw, subject, builtOn);
  return {
    kind: subject.kind,
    uniqueNumber: subject.uniqueNumber,
    address: subjectLine(subject),
    title,
    ownership: ownership.entries,
    rights: imagineRights(draw, subject, ownership),
    owners: ownership.owners,
    office: '서울둥지지방법원 등기국',
  };
}
