import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openLogger, requestLog } from './logger.ts';

function openSink() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, stream };
}

test('a logged error tells its message, code, stack and cause', () => {
  const { lines, stream } = openSink();
  const err = Object.assign(new Error('no answer', { cause: new Error('line cut') }), { code: 'ECONNRESET' });
  openLogger('info', stream).error({ err }, 'failed');
  expect(lines[0]?.err).toMatchObject({
    code: 'ECONNRESET',
    message: 'no answer',
    stack: expect.stringContaining('logger.test.ts'),
    cause: { message: 'line cut' },
  });
});

test('an error of the database is logged without its message, which quotes values', () => {
  const { lines, stream } = openSink();
  const err = Object.assign(new Error('duplicate: 임꺽정'), { detail: 'Key (name)=(임꺽정)', code: '23505' });
  openLogger('info', stream).error({ err }, 'failed');
  expect(JSON.stringify(lines)).not.toContain('임꺽정');
  expect(lines[0]?.err).toMatchObject({ code: '23505' });
});

test('a request that broke off is logged with its cause, and without its query', async () => {
  const { lines, stream } = openSink();
  const log = requestLog(openLogger('info', stream));
  const server = createServer((req, res) => {
    log(req, res);
    res.err = new Error('procedure broke');
    res.statusCode = 500;
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/trpc/nests.get?input=secret`).then((answer) => answer.text());
  await new Promise((resolve) => server.close(resolve));
  expect(lines[0]).toMatchObject({ err: { message: 'procedure broke' }, req: { path: '/trpc/nests.get' } });
  expect(JSON.stringify(lines)).not.toContain('secret');
});
