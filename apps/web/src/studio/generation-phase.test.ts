import { describe, expect, it } from 'vitest';
import { ago, ahead } from '../fixtures/views.ts';
import { failedVideo, queuedVideo, readyVideo, workingVideo } from './fixtures.ts';
import { generationLateness, generationPhase } from './generation-phase.ts';

const NOW_MS = Date.parse(ago(0));

describe('generationPhase', () => {
  it.each([
    ['queued', queuedVideo()],
    ['submitting', workingVideo('submit')],
    ['rendering', workingVideo('render')],
    ['copying', workingVideo('store')],
    ['retrying', workingVideo('submit', { nextRetryAt: ahead(8_000), workerId: null })],
    ['ready', readyVideo()],
    ['failed', failedVideo('PROVIDER_FAILED')],
    ['cancelled', failedVideo('CANCELLED')],
  ] as const)('%s', (phase, video) => {
    expect(generationPhase(video)).toBe(phase);
  });

  it('a step that this page does not know yet counts as being with the provider', () => {
    expect(generationPhase(workingVideo('upscale'))).toBe('rendering');
  });
});

describe('generationLateness', () => {
  const at = (pendingSince: string, timeoutAt: string) =>
    generationLateness(workingVideo('render', { pendingSince, timeoutAt }), NOW_MS);

  it('begins after five minutes, also when the page was opened only now', () => {
    expect(at(ago(300_000), ahead(1))).toBe('usual');
    expect(at(ago(300_001), ahead(1))).toBe('late');
  });
  it('turns overdue once the limit has passed', () => {
    expect(at(ago(86_400_001), ago(1))).toBe('overdue');
  });
  it('is nothing to a video that has ended', () => {
    expect(generationLateness(failedVideo('ABANDONED'), NOW_MS)).toBe('usual');
  });
});
