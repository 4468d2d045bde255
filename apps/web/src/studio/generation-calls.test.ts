import { beforeEach, describe, expect, it } from 'vitest';
import { refused } from '../fixtures/refused.ts';
import { readyVideo, workingVideo } from './fixtures.ts';
import { createGenerationCalls, type GenerationCalls } from './generation-calls.ts';

const ready = readyVideo();
const working = workingVideo('render');

let calls: GenerationCalls;
/** What the server was asked, and how the test answers the newest question. */
let asked: string[];
let answer: (url: string) => Promise<void>;
let fail: (error: unknown) => Promise<void>;
let saved: string[];
let readAgain: number;

/** Lets everything that only waits for an answered call go on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  asked = [];
  saved = [];
  readAgain = 0;
  const open = (call: string) => {
    asked.push(call);
    return new Promise<string>((resolve, reject) => {
      answer = (url) => {
        resolve(url);
        return settled();
      };
      fail = (error) => {
        reject(error);
        return settled();
      };
    });
  };
  calls = createGenerationCalls({
    cancel: async () => void (await open('cancel')),
    link: () => open('link'),
    save: (url) => saved.push(url),
    readAgain() {
      readAgain += 1;
    },
  });
});

it('one call at a time: a second click, of any kind, sends nothing', async () => {
  calls.download(ready);
  calls.download(ready);
  calls.play(ready);
  calls.cancel(ready);
  expect(calls.state().openCall).toBe('download');
  await answer('https://files/1');
  expect([asked, saved, calls.state().openCall]).toEqual([['link'], ['https://files/1'], null]);
});

describe('a cancel that failed', () => {
  it.each([
    ['refused, because it has just ended', refused('ALREADY_RESOLVED')],
    ['without an answer', new TypeError('Failed to fetch')],
  ])('(%s) says so of the version in sight, and reads what it has become', async (_, error) => {
    calls.cancel(working);
    await fail(error);
    expect(calls.state()).toMatchObject({
      openCall: null,
      failed: { call: 'cancel', error, version: working.version },
    });
    expect(readAgain).toBe(1);
    calls.cancel(working);
    expect(calls.state().failed).toBeNull();
  });
});

describe('a video', () => {
  it('whose link has run out goes on with a new one where it stopped', async () => {
    calls.play(ready);
    await answer('https://files/1');
    expect(calls.state().video).toEqual({ url: 'https://files/1', fromSeconds: 0 });
    calls.broken(ready, 3);
    await answer('https://files/2');
    expect(calls.state()).toMatchObject({
      video: { url: 'https://files/2', fromSeconds: 3 },
      unplayable: false,
    });
    // It played on for five minutes, and the next link has run out too.
    calls.broken(ready, 4);
    await answer('https://files/3');
    expect(calls.state().video).toEqual({ url: 'https://files/3', fromSeconds: 4 });
  });

  it('that breaks in the same place with a new link cannot be played, until somebody tries again', async () => {
    calls.play(ready);
    await answer('https://files/1');
    calls.broken(ready, 0);
    await answer('https://files/2');
    calls.broken(ready, 0.1);
    expect(calls.state()).toMatchObject({ video: null, unplayable: true });
    expect(asked).toEqual(['link', 'link']);
    calls.play(ready);
    await answer('https://files/3');
    expect(calls.state()).toMatchObject({ video: { url: 'https://files/3' }, unplayable: false });
  });

  it('whose link is refused stays a picture, and says so', async () => {
    calls.play(ready);
    await fail(refused('DEPENDENCY_DOWN'));
    expect(calls.state()).toMatchObject({ video: null, failed: { call: 'play' }, openCall: null });
    expect(readAgain).toBe(0);
  });
});
