import { expect, it } from 'vitest';
import { OpenApproval } from './approval.ts';
import { RequestGeneration } from './kinds/generation.ts';
import { line, words } from './text.ts';

const step = { name: '한 걸음', action: 'sandbox.apply', input: {} };

it.each(['', '  ', '\u200b', '\u3164\u2800', 'two\nlines', 'a\u0007bell'])('%j is no line to see', (text) => {
  expect(line(200).safeParse(text).success).toBe(false);
  expect(OpenApproval.safeParse({ title: text, summary: '', steps: [step] }).success).toBe(false);
  const steps = [{ ...step, name: text }];
  expect(OpenApproval.safeParse({ title: '카드', summary: '', steps }).success).toBe(false);
});

it.each(['', ' \n ', '\u200b\n\u200b', '\u3164'])(
  '%j is no reason, and no description of a video',
  (text) => {
    const wish = { imageUrl: 'https://example.com/a.png', prompt: text, seconds: 5 };
    expect(words(200).safeParse(text).success).toBe(false);
    expect(RequestGeneration.safeParse(wish).success).toBe(false);
    expect(RequestGeneration.safeParse({ ...wish, prompt: '두\n줄' }).success).toBe(true);
  },
);

it('what people write is one, without the spaces around it', () => {
  expect(line(200).parse(' 👨‍👩‍👧 둥지 2/4 ')).toBe('👨‍👩‍👧 둥지 2/4');
  expect(OpenApproval.safeParse({ title: '카드', summary: '두\n줄', steps: [step] }).success).toBe(true);
});
