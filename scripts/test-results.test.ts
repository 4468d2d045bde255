import { describe, expect, it } from 'vitest';
import { playwrightResult, turboResult, vitestResult } from './test-results.mjs';

describe('counting checks', () => {
  it('a type check of packages is one check for each package', () => {
    expect(turboResult(0, ' Tasks:    12 successful, 12 total')).toMatchObject({ passed: 12, failed: 0 });
    expect(turboResult(1, ' Tasks:    10 successful, 12 total')).toMatchObject({ passed: 10, failed: 2 });
    expect(turboResult(1, 'no such command')).toMatchObject({ passed: 0, failed: 1 });
  });

  it('a test file that cannot be loaded has failed, although it has no failed test', () => {
    const file = (status: string, statuses: string[]) => ({
      name: 'a.test.ts',
      status,
      message: 'cannot load',
      assertionResults: statuses.map((each) => ({ status: each, fullName: 'x', failureMessages: ['why'] })),
    });
    const report = { testResults: [file('passed', ['passed', 'skipped']), file('failed', [])] };
    expect(vitestResult(1, '', report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      report: 'a.test.ts\ncannot load',
    });
  });

  it('an error outside of any test is a failure', () => {
    const result = vitestResult(1, 'Unhandled rejection', { testResults: [] });
    expect(result).toMatchObject({ failed: 1, report: 'Unhandled rejection' });
  });

  it('no report is a failure', () => {
    expect(vitestResult(0, 'killed', null)).toMatchObject({ passed: 0, failed: 1 });
    expect(playwrightResult(1, 'killed', null)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('finds the tests of nested suites', () => {
    const spec = (status: string) => ({
      file: 'a.spec.ts',
      title: 'does',
      tests: [{ status, results: [{ errors: [{ message: 'why' }] }] }],
    });
    const report = {
      errors: [],
      suites: [{ specs: [spec('expected')], suites: [{ specs: [spec('unexpected'), spec('skipped')] }] }],
    };
    expect(playwrightResult(1, '', report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      report: 'a.spec.ts > does\nwhy',
    });
  });
});
