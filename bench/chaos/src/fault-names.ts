/** What can happen to the stack, and how often beside the others. */
export const FAULTS = [
  [18, 'kill worker'],
  [10, 'freeze worker'],
  [4, 'kill all workers'],
  [5, 'restart worker'],
  [5, 'kill browser'],
  [7, 'kill api'],
  [4, 'freeze api'],
  [3, 'restart api'],
  [9, 'empty redis'],
  [4, 'kill redis'],
  [4, 'freeze redis'],
  [3, 'restart redis'],
  [3, 'crash postgres'],
  [3, 'restart postgres'],
  [2, 'freeze postgres'],
  [3, 'kill storage'],
  [3, 'freeze storage'],
  [2, 'restart storage'],
  [4, 'portal down'],
  [3, 'portal slow'],
  [3, 'generation down'],
  [3, 'steps down'],
] as const;

export type FaultName = (typeof FAULTS)[number][1];
