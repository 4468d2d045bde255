import { expect, it } from 'vitest';
import { readPdf } from '../testing/read-pdf.ts';
import { startSandbox, Visitor } from '../testing/visitor.ts';

const HOME = '서울특별시 둥지구 둥지로12길 34 101동 302호';
const lettersOf = async (bytes: Uint8Array) => (await readPdf(bytes)).map(({ letters }) => letters).join('');
const countOf = (text: string, word: string) => text.split(word).length - 1;

it('what came later stands on the second certificate of a record and on those after it, never on the first', async () => {
  await using sandbox = await startSandbox();
  const guest = await new Visitor(sandbox).logIn();
  const address = `${HOME} [later=auction]`;
  const orderNo = await guest.order(address);
  await guest.pay(orderNo);
  const certificate = async () =>
    lettersOf((await guest.bytes(`/portal/purchases/${orderNo}/certificate`)).bytes);
  const first = await certificate();
  const second = await lettersOf(await guest.buy(address));
  const third = await lettersOf(await guest.buy(address));
  const started = '경매개시결정';
  expect(countOf(second, started)).toBeGreaterThan(countOf(first, started));
  expect(countOf(third, started)).toBe(countOf(second, started));
  // What was sold stays as it was.
  expect(await certificate()).toBe(first);
});
