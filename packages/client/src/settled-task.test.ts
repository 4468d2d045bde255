import type { KINDS, TaskKind } from '@dungji/contracts';
import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { SettledTask, TaskResults } from './settled-task.ts';

describe('a settled task', () => {
  it('has the result that the catalogue names for its kind', () => {
    expectTypeOf<TaskResults>().toEqualTypeOf<{
      [Kind in TaskKind]: z.output<(typeof KINDS)[Kind]['result']>;
    }>();
  });

  it('tells its result by status and kind', () => {
    type Read = Extract<SettledTask, { status: 'SUCCESS'; kind: 'ocr' }>;
    expectTypeOf<Read['result']['pages']>().toEqualTypeOf<number>();
    expectTypeOf<Extract<SettledTask, { status: 'FAILED' }>['result']>().toEqualTypeOf<null>();
  });
});
