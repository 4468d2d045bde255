import { beforeEach, expect, it } from 'vitest';
import { refused } from '../fixtures/refused.ts';
import { documentId } from '../fixtures/views.ts';
import { type Asking, createAsking } from './asking.ts';

const wish = { imageDocumentId: documentId(), prompt: '천천히 다가가요', seconds: 5 as const };
const noAnswer = new TypeError('Failed to fetch');

/** A request that the test answers when it wants. */
interface OpenRequest {
  key: string;
  accept: (balance?: number) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

let requests: OpenRequest[];
let shown: number[];
let readAgain: number;
let asking: Asking;

/** Lets everything that only waits for an answered request go on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const last = (): OpenRequest => {
  const request = requests.at(-1);
  if (!request) throw new Error('nothing was asked for');
  return request;
};
const keys = () => requests.map(({ key }) => key);

beforeEach(() => {
  requests = [];
  shown = [];
  readAgain = 0;
  let made = 0;
  asking = createAsking(
    {
      request: ({ idempotencyKey: key }) =>
        new Promise((resolve, reject) => {
          requests.push({
            key,
            accept(balance = 90) {
              resolve({ balance });
              return settled();
            },
            fail(error) {
              reject(error);
              return settled();
            },
          });
        }),
      async showAccepted(balance) {
        shown.push(balance);
      },
      readAgain() {
        readAgain += 1;
      },
    },
    () => `key-${++made}`,
  );
});

it('a click shows the wish before anything is answered, and a second one sends nothing', () => {
  asking.ask(wish, [{ id: 'before' }]);
  asking.ask(wish, []);
  asking.askAgain();
  expect(asking.state()).toMatchObject({ asked: { wish, lost: 0 }, sending: true });
  expect(asking.state().asked?.before).toEqual(new Set(['before']));
  expect(keys()).toEqual(['key-1']);
});

it('an accepted wish leaves its balance and makes room; the same words once more are another video', async () => {
  asking.ask(wish, []);
  await last().accept(80);
  expect(shown).toEqual([80]);
  expect(asking.state()).toMatchObject({ asked: null, sending: false, accepted: 1 });
  asking.ask(wish, []);
  expect(keys()).toEqual(['key-1', 'key-2']);
});

it('a refused wish tells why, takes nothing, and is a new one when it is asked for again', async () => {
  asking.ask(wish, []);
  const error = refused('INSUFFICIENT_CREDITS');
  await last().fail(error);
  expect(asking.state()).toMatchObject({ asked: null, refused: error, accepted: 0 });
  expect(readAgain).toBe(1);
  asking.ask(wish, []);
  expect(asking.state().refused).toBeNull();
  expect(keys()).toEqual(['key-1', 'key-2']);
});

it.each([
  ['was lost', noAnswer],
  ['came from a server that lost its database over it', refused('DEPENDENCY_DOWN')],
  ['came from a server that broke over it', refused('INTERNAL')],
])('when the answer %s, the wish stays open and is sent again under its key', async (_, error) => {
  asking.ask(wish, []);
  await last().fail(error);
  expect(asking.state()).toMatchObject({ asked: { wish, lost: 1 }, refused: null, sending: false });
  asking.ask({ ...wish, prompt: '다른 영상' }, []);
  asking.askAgain();
  asking.askAgain();
  await last().fail(error);
  expect(asking.state().asked?.lost).toBe(2);
  asking.askAgain();
  await last().accept();
  expect(keys()).toEqual(['key-1', 'key-1', 'key-1']);
  expect(asking.state()).toMatchObject({ asked: null, accepted: 1 });
});

it('a list that cannot be read after the answer does not keep the form closed', async () => {
  const impatient = createAsking({
    request: async () => ({ balance: 90 }),
    showAccepted: () => Promise.reject(noAnswer),
    readAgain() {},
  });
  impatient.ask(wish, []);
  await settled();
  expect(impatient.state()).toMatchObject({ asked: null, accepted: 1 });
});
