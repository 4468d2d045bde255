import { GENERATION_PROMPT_MAX } from '@dungji/contracts';
import { describe, expect, it } from 'vitest';
import { documentId } from '../fixtures/views.ts';
import { EMPTY_WISH, shortfall, wishErrors } from './wish.ts';

const whole = { imageDocumentId: documentId(), prompt: '천천히 다가가요', seconds: 5 as const };

describe('wishErrors', () => {
  it('names everything that is missing at once', () => {
    expect(wishErrors(EMPTY_WISH, false)).toEqual({ picture: 'pictureMissing', prompt: 'promptMissing' });
  });
  it('lets a whole wish pass', () => {
    expect(wishErrors(whole, false)).toBeNull();
  });
  it('waits for a picture that is still being uploaded, also when another was chosen before', () => {
    expect(wishErrors(whole, true)).toEqual({ picture: 'uploadFirst' });
  });
  it('counts no blanks around the words, and does not cut them', () => {
    expect(wishErrors({ ...whole, prompt: '  \n ' }, false)).toEqual({ prompt: 'promptMissing' });
    expect(wishErrors({ ...whole, prompt: ` ${'가'.repeat(GENERATION_PROMPT_MAX)} ` }, false)).toBeNull();
    expect(wishErrors({ ...whole, prompt: '가'.repeat(GENERATION_PROMPT_MAX + 1) }, false)).toEqual({
      prompt: 'promptTooLong',
    });
  });
});

describe('shortfall', () => {
  it('is nothing while the credits reach', () => {
    expect(shortfall(10, 18)).toBeNull();
  });
  it('tells how much is missing, and the longest length within reach', () => {
    expect(shortfall(30, 18)).toEqual({ missing: 32, cheaper: 10 });
    expect(shortfall(30, 17)).toEqual({ missing: 33, cheaper: 5 });
    expect(shortfall(5, 9)).toEqual({ missing: 1, cheaper: null });
  });
});
