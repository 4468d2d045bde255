// Each reads what one test runner reports and gives {passed, failed, skipped, report}. A runner that ends badly without a failed
// test, as by an error outside of any, counts as one failure.

import { stripVTControlCharacters } from 'node:util';

const LAST_LINES = 120;
const tail = (log) => plain(log).trim().split('\n').slice(-LAST_LINES).join('\n');

/** Without colours: some tools write them whatever they are told. */
const plain = (text) => stripVTControlCharacters(text);

/** Turbo's summary: `Tasks: 11 successful, 12 total`. */
export function turboResult(code, log) {
  const [, successful, all] = /Tasks:\s+(\d+) successful, (\d+) total/.exec(plain(log)) ?? [];
  const passed = Number(successful ?? 0);
  const failed = Math.max(Number(all ?? 0) - passed, code === 0 ? 0 : 1);
  return { passed, failed, report: tail(log) };
}

export function vitestResult(code, log, report) {
  if (!report) return { passed: 0, failed: 1, report: tail(log) };
  const failures = [];
  let passed = 0;
  let skipped = 0;
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passed += 1;
      else if (test.status === 'failed')
        failures.push(`${file.name} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
      else skipped += 1;
    }
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests to fail.
    if (file.status === 'failed' && !hasFailedTest) failures.push(`${file.name}\n${file.message}`);
  }
  if (code !== 0 && failures.length === 0) failures.push(tail(log));
  return { passed, failed: failures.length, skipped, report: plain(failures.join('\n\n')) };
}

export function playwrightResult(code, log, report) {
  if (!report) return { passed: 0, failed: 1, report: tail(log) };
  const failures = report.errors.map((error) => error.message);
  let passed = 0;
  let skipped = 0;
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'skipped') skipped += 1;
        else if (test.status === 'unexpected') failures.push(failureOf(spec, test));
        else passed += 1;
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  if (code !== 0 && failures.length === 0) failures.push(tail(log));
  return { passed, failed: failures.length, skipped, report: plain(failures.join('\n\n')) };
}

function failureOf(spec, test) {
  const errors = test.results.flatMap((result) => result.errors.map((error) => error.message));
  return `${spec.file} > ${spec.title}\n${errors.join('\n')}`;
}
