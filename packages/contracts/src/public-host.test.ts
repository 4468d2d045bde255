import { describe, expect, it } from 'vitest';
import { isPrivateHost } from './public-host.ts';

const hostOf = (url: string) => new URL(url).hostname;

describe('a host that is not of the public internet', () => {
  it.each([
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://printer/',
    'http://nas.local/',
    'http://metadata.google.internal/',
    'http://127.0.0.1:4100/',
    'http://127.1/',
    'http://0x7f.0.0.1/',
    'http://2130706433/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[ff02::1]/',
  ])('%s', (url) => {
    expect(isPrivateHost(hostOf(url))).toBe(true);
  });

  it.each([
    'https://example.com/a.png',
    'https://cdn.example.co.kr/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
  ])('is not %s', (url) => {
    expect(isPrivateHost(hostOf(url))).toBe(false);
  });

  it('is also an address as a resolver spells it', () => {
    expect(isPrivateHost('::1')).toBe(true);
    expect(isPrivateHost('fe80::1%eth0')).toBe(true);
    expect(isPrivateHost('2606:4700:4700::1111')).toBe(false);
  });
});
