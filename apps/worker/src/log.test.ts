import { describe, expect, it } from 'vitest';
import { describeError } from './log.ts';

describe('logged errors', () => {
  it('carry no address, name or call log', () => {
    const cause = new Error(
      'page.goto: net::ERR_FAILED at http://portal.example/search?address=%EC%84%9C%EC%9A%B8\nCall log:\n  - fill("서울특별시 둥지구 101동 302호")',
    );
    const text = JSON.stringify(
      describeError(new Error('invalid input syntax for type date: "홍길동 800101"', { cause })),
    );
    expect(text).toContain('net::ERR_FAILED at http://portal.example/search');
    expect(text).not.toMatch(/address=|둥지구|홍길동|800101/);
  });

  it('keep their kind, their code and where they happened', () => {
    const described = describeError(Object.assign(new TypeError('no'), { code: 'ECONNREFUSED' }));
    expect(described).toMatchObject({ name: 'TypeError', code: 'ECONNREFUSED' });
    expect(described.at?.[0]).toContain('log.test.ts');
  });
});
