import { describe, expect, test } from 'vitest';
import { TaskId } from './ids.ts';
import { KINDS } from './kinds/catalogue.ts';
import { retryDelayMs } from './kinds/kind-policy.ts';
import { DEFAULT_LIMITS, Limits } from './limits.ts';
import { CreateNest, UpdateNest } from './nest.ts';
import { REASONS } from './reason-table.ts';
import { TASK_ERRORS } from './task-error-table.ts';
import { isFinal, TASK_VERBS, TaskStatus, TRANSITIONS } from './task-status.ts';

describe('states', () => {
  test('only a person’s decision leads out of a final state, and none out of SUCCESS', () => {
    const ways = TASK_VERBS.flatMap((verb) =>
      TaskStatus.options
        .filter((status) => isFinal(status) && TRANSITIONS[verb][status])
        .map((status) => `${verb} of ${status}`),
    );
    expect(ways).toEqual(['resolve of FAILED', 'resume of FAILED']);
  });

  test('every state can be reached', () => {
    const reached = new Set(TASK_VERBS.flatMap((verb) => Object.values(TRANSITIONS[verb]).flat()));
    expect([...reached].sort()).toEqual(['FAILED', 'PENDING', 'PROCESSING', 'SUCCESS']);
  });
});

describe('error tables', () => {
  test('every code speaks Korean and English', () => {
    for (const entry of [...Object.values(TASK_ERRORS), ...Object.values(REASONS)]) {
      expect(entry.message.ko).toMatch(/[가-힣]/);
      expect(entry.message.en).toMatch(/^[A-Z]/);
    }
  });

  test('the cause of what is tried again by itself asks nobody to do anything', () => {
    const retried = new Set(Object.values(KINDS).flatMap(({ retryOn }) => [...retryOn]));
    for (const code of retried) {
      const { ko, en } = TASK_ERRORS[code].cause;
      expect(`${ko} ${en}`).not.toMatch(/다시|해 주세요|할 수 있어요|again|please/i);
    }
  });

  test('no kind retries what must never be retried', () => {
    const never = [
      'DUPLICATE_PAYMENT',
      'ADDRESS_NOT_FOUND',
      'OUTCOME_UNKNOWN',
      'UNREADABLE_DOCUMENT',
      'STEP_REJECTED',
      'CANCELLED',
    ];
    for (const kind of Object.values(KINDS)) {
      expect(kind.retryOn.filter((code) => never.includes(code))).toEqual([]);
    }
  });
});

describe('limits', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(DEFAULT_LIMITS).toMatchObject({
      HEARTBEAT_INTERVAL_MS: 10_000,
      SWEEP_INTERVAL_MS: 15_000,
      ISSUANCE_PENDING_TIMEOUT_MS: 300_000,
      ISSUANCE_PROCESSING_TIMEOUT_MS: 1_200_000,
      GENERATION_CEILING_MS: 86_400_000,
    });
  });

  test('zero, text and fractions are refused', () => {
    for (const bad of ['0', 'soon', '1.5', '-1', '']) {
      expect(Limits.safeParse({ SWEEP_INTERVAL_MS: bad }).success).toBe(false);
    }
  });

  test('the pause before each further attempt doubles', () => {
    expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, DEFAULT_LIMITS))).toEqual([
      15_000, 30_000, 60_000,
    ]);
  });
});

describe('inputs', () => {
  const nest = {
    name: '둥지타운 302호',
    roadAddress: '서울특별시 둥지구 둥지로12길 34',
    detailAddress: '101동 302호',
    buildingType: 'APARTMENT',
    depositKrw: 240_000_000,
    monthlyRentKrw: 0,
    landlordName: '임꺽정',
    contractFrom: '2026-02-01',
    contractTo: '2028-01-31',
  };

  test('a nest is taken as people type it, trimmed', () => {
    expect(CreateNest.parse({ ...nest, name: '  둥지  ' }).name).toBe('둥지');
  });

  test('a contract that ends before it begins, fractions of a won and unknown fields are refused at their field', () => {
    const paths = (input: unknown) =>
      CreateNest.safeParse(input).error?.issues.map((issue) => issue.path.join('.'));
    expect(paths({ ...nest, contractTo: '2026-01-31' })).toEqual(['contractTo']);
    expect(paths({ ...nest, depositKrw: 0.5 })).toEqual(['depositKrw']);
    expect(paths({ ...nest, name: ' ' })).toEqual(['name']);
    expect(CreateNest.safeParse({ ...nest, isAdmin: true }).success).toBe(false);
  });

  test('an update holds only what changes', () => {
    const nestId = 'nst_01JZZZZZZZZZZZZZZZZZZZZZZZ';
    expect(UpdateNest.parse({ nestId, depositKrw: 1 })).toEqual({ nestId, depositKrw: 1 });
  });

  test('an id of another kind is not an id of this kind', () => {
    expect(TaskId.safeParse('nst_01JZZZZZZZZZZZZZZZZZZZZZZZ').success).toBe(false);
    expect(TaskId.safeParse('tsk_1').success).toBe(false);
  });
});

describe('the limits', () => {
  test('of age may be as long as people keep things, those of timers only as long as a timer can wait', () => {
    const month = 30 * 24 * 3_600_000;
    expect(Limits.parse({ EVENT_RETENTION_MS: String(month) }).EVENT_RETENTION_MS).toBe(month);
    expect(Limits.safeParse({ SWEEP_INTERVAL_MS: String(month) }).success).toBe(false);
    expect(Limits.safeParse({ EVENT_RETENTION_MS: '1e15' }).success).toBe(false);
  });
});
