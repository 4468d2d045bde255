import { describe, expect, it } from 'vitest';
import { StepTargetAllowlist, targetRefusal } from './step-targets.ts';

const allowlist = StepTargetAllowlist.parse('hooks.example, 127.0.0.1:4100,api.example:8443');

describe('a step may call', () => {
  it.each([
    ['https://hooks.example/merge', true],
    ['https://hooks.example:443/merge', true],
    ['https://HOOKS.example/merge', true],
    ['https://api.example:8443/x', true],
    ['https://api.example/x', false],
    ['https://hooks.example:8443/merge', false],
    ['https://hooks.example.evil.example/merge', false],
    ['https://evil.example/?hooks.example', false],
    ['https://me:secret@hooks.example/merge', false],
    ['http://127.0.0.1:4100/steps', true],
    ['http://127.0.0.1:9999/steps', false],
    ['http://localhost:4100/steps', false],
    ['http://169.254.169.254/latest/meta-data', false],
    ['http://[::1]:4100/steps', false],
    // Spellings of 127.0.0.1 that a parser of addresses makes one of.
    ['http://2130706433:4100/steps', true],
    ['http://0x7f.1:9999/steps', false],
  ])('%s: %s, in development', (url, isAllowed) => {
    expect(targetRefusal(url, { allowlist, isProduction: false }) === null).toBe(isAllowed);
  });

  it.each([
    ['https://hooks.example/merge', true],
    ['http://hooks.example/merge', false],
    ['http://127.0.0.1:4100/steps', false],
    ['https://127.0.0.1:4100/steps', false],
  ])('%s: %s, in production', (url, isAllowed) => {
    expect(targetRefusal(url, { allowlist, isProduction: true }) === null).toBe(isAllowed);
  });

  it('nothing, unless hosts are listed', () => {
    const none = { allowlist: StepTargetAllowlist.parse(undefined), isProduction: false };
    expect(targetRefusal('https://hooks.example/', none)).not.toBeNull();
  });
});

it('the list is refused when it holds anything but hosts', () => {
  for (const bad of ['https://hooks.example', 'hooks.example/merge', '*.example', 'a b'])
    expect(StepTargetAllowlist.safeParse(bad).success).toBe(false);
});
