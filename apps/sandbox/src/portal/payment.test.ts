import { describe, expect, it } from 'vitest';
import { chooseRecord, orderNoOf, type RunningSandbox, startSandbox, Visitor } from '../testing/visitor.ts';
import { REVIEW_MS } from './orders.ts';

const HOME = '서울특별시 둥지구 둥지로12길 34 101동 302호';

interface Purchase {
  readonly orderNo: string;
  readonly address: string;
  readonly docType: string;
  readonly times: number;
  readonly payRequests: number;
}

const stateOf = async (sandbox: RunningSandbox) =>
  (await (await fetch(`${sandbox.url}/__sandbox/state`)).json()) as {
    purchases: Purchase[];
    balanceKrw: number;
  };

describe('paying an order', () => {
  it('shows the order number before any money moves', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(HOME);
    expect((await guest.get(`/portal/cart?added=${orderNo}`)).body).toContain(
      `id="added-order-no">${orderNo}<`,
    );
    expect((await guest.get(`/portal/orders/${orderNo}`)).body).toContain('data-state="UNPAID"');
    expect(await stateOf(sandbox)).toMatchObject({ purchases: [], balanceKrw: 50_000_000 });
  });

  it('takes the money once under twenty parallel payments from four sessions, and once more later', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(HOME);
    const others = await Promise.all([1, 2, 3].map(() => new Visitor(sandbox).logIn()));
    const payers = [guest, ...others];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (payers[index % 4] ?? guest).pay(orderNo)),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 303, location: `/portal/orders/${orderNo}?paid=1` });

    sandbox.passTime(30 * 24 * 60 * 60 * 1000);
    const late = await new Visitor(sandbox).logIn();
    expect((await late.pay(orderNo)).location).toBe(`/portal/orders/${orderNo}?paid=1`);
    expect((await late.get(`/portal/orders/${orderNo}?paid=1`)).body).toContain('id="pay-done"');
    const state = await stateOf(sandbox);
    expect(state.purchases).toEqual([
      expect.objectContaining({ orderNo, address: HOME, docType: 'REGISTRY', times: 1, payRequests: 21 }),
    ]);
    expect(state.balanceKrw).toBe(50_000_000 - 700);
  });

  it('lets a later session pay the order of an earlier one', async () => {
    await using sandbox = await startSandbox();
    const orderNo = await (await new Visitor(sandbox).logIn()).order(HOME);
    const later = await new Visitor(sandbox).logIn();
    expect((await later.pay(orderNo)).status).toBe(303);
  });

  it('wants consent, and an order that exists', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(HOME);
    expect((await guest.post(`/portal/orders/${orderNo}/pay`)).status).toBe(400);
    expect((await guest.pay('20260101-00000000')).body).toContain('id="order-missing"');
    expect((await stateOf(sandbox)).purchases).toEqual([]);
  });

  it('wants usage and variant to be chosen', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const record = chooseRecord((await guest.search(HOME)).body);
    const answer = await guest.post('/portal/cart', { record, usage: 'VIEW' });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('id="form-error"');
  });

  it('forgets an order taken out of the cart, never a paid one', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const [first, second] = [await guest.order(HOME), await guest.order(HOME)];
    await guest.pay(first);
    await guest.post(`/portal/orders/${first}/remove`);
    await guest.post(`/portal/orders/${second}/remove`);
    expect((await guest.get(`/portal/orders/${first}`)).body).toContain('data-state="PAID"');
    expect((await guest.get(`/portal/orders/${second}`)).status).toBe(404);
  });
});

describe('paying twice for one record', () => {
  it('is warned of at the cart and goes through only when confirmed', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    await guest.pay(await guest.order(HOME));
    const record = chooseRecord((await guest.search(HOME)).body);
    const warning = await guest.addToCart(record);
    expect(warning.status).toBe(409);
    expect(warning.body).toContain('id="duplicate-continue"');
    const confirmed = orderNoOf(await guest.addToCart(record, { confirmDuplicate: 'yes' }));
    expect((await guest.pay(confirmed)).status).toBe(303);
    expect((await stateOf(sandbox)).purchases.map((purchase) => purchase.times)).toEqual([1, 1]);
  });

  it('is refused at payment when two carts race for the record', async () => {
    await using sandbox = await startSandbox();
    const [one, two] = await Promise.all([new Visitor(sandbox).logIn(), new Visitor(sandbox).logIn()]);
    const orders = [await one.order(HOME), await two.order(HOME)] as const;
    const answers = await Promise.all([one.pay(orders[0]), two.pay(orders[1])]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body).toContain('id="duplicate-payment"');
    expect(refused?.body).not.toContain('id="duplicate-continue"');
    expect((await stateOf(sandbox)).purchases).toHaveLength(1);
  });

  it('[duplicate-payment] refuses at the cart and, when pressed on, at payment, without taking money', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const record = chooseRecord((await guest.search(`${HOME} [duplicate-payment]`)).body);
    expect((await guest.addToCart(record)).body).toContain('id="duplicate-payment"');
    const pressed = orderNoOf(await guest.addToCart(record, { confirmDuplicate: 'yes' }));
    expect((await guest.pay(pressed)).status).toBe(409);
    expect(await stateOf(sandbox)).toMatchObject({ purchases: [], balanceKrw: 50_000_000 });
  });
});

describe('payments that end badly', () => {
  it('[pay-then-crash] takes the money and drops the line; the purchase stands in the unused list and can be used', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(`${HOME} [pay-then-crash]`);
    await expect(guest.pay(orderNo)).rejects.toThrow('fetch failed');
    const list = await guest.get('/portal/purchases?state=unused');
    expect(list.body).toContain(`data-order-no="${orderNo}"`);
    expect(list.body).toContain('data-state="UNUSED"');
    expect((await guest.pay(orderNo)).status).toBe(303);
    const { bytes } = await guest.bytes(`/portal/purchases/${orderNo}/certificate`);
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
    expect((await stateOf(sandbox)).purchases).toEqual([expect.objectContaining({ orderNo, times: 1 })]);
  });

  it('[pay-slow=MS] has taken the money before it answers, also when nobody waits', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(`${HOME} [pay-slow=60000]`);
    const waiting = guest.pay(orderNo);
    waiting.catch(() => undefined);
    await expect.poll(async () => (await stateOf(sandbox)).purchases).toHaveLength(1);
    expect((await guest.get('/portal/purchases?state=unused')).body).toContain(orderNo);
  });
});

describe('a payment that is booked late', () => {
  const LATE = `${HOME} [pay-late=800]`;

  it('drops the line, looks unpaid, and takes the money afterwards', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(LATE);
    await expect(guest.pay(orderNo)).rejects.toThrow('fetch failed');
    expect((await guest.get(`/portal/orders/${orderNo}`)).body).toContain('data-state="UNPAID"');
    await expect
      .poll(async () => (await stateOf(sandbox)).purchases, { timeout: 5_000 })
      .toEqual([expect.objectContaining({ orderNo, times: 1 })]);
  });

  it('takes it once, however often it was asked for', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(LATE);
    for (let call = 1; call <= 3; call += 1) await expect(guest.pay(orderNo)).rejects.toThrow('fetch failed');
    await expect
      .poll(
        () =>
          guest.pay(orderNo).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 5_000 },
      )
      .toBe(303);
    const { purchases, balanceKrw } = await stateOf(sandbox);
    expect(purchases).toEqual([expect.objectContaining({ orderNo, times: 1 })]);
    expect(balanceKrw).toBe(50_000_000 - 700);
  });
});

describe('purchases', () => {
  it('are unused until viewed, then can be viewed for one more hour', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(HOME);
    await guest.pay(orderNo);
    const listed = async (state: string) =>
      (await guest.get(`/portal/purchases?state=${state}&q=${orderNo}`)).body.includes(
        `data-order-no="${orderNo}"`,
      );
    expect([await listed('unused'), await listed('review'), await listed('all')]).toEqual([
      true,
      false,
      true,
    ]);

    expect((await guest.get(`/portal/purchases/${orderNo}/view`)).body).toContain('id="viewer"');
    expect([await listed('unused'), await listed('review'), await listed('all')]).toEqual([
      false,
      true,
      true,
    ]);
    const first = await guest.bytes(`/portal/purchases/${orderNo}/certificate`);
    const again = await guest.bytes(`/portal/purchases/${orderNo}/certificate`);
    expect(again.bytes).toEqual(first.bytes);
    expect(first.headers.get('content-disposition')).toMatch(/^attachment; filename="?[0-9a-f-]{36}"?$/u);

    sandbox.passTime(REVIEW_MS);
    await guest.logIn();
    expect((await guest.get(`/portal/purchases/${orderNo}/view`)).status).toBe(410);
    expect((await guest.bytes(`/portal/purchases/${orderNo}/certificate`)).status).toBe(410);
    expect([await listed('unused'), await listed('review'), await listed('all')]).toEqual([
      false,
      false,
      true,
    ]);
    // Nothing unused is left: buying anew is no duplicate.
    expect(await guest.order(HOME)).not.toBe(orderNo);
  });

  it('are found by unique number, twenty a page, newest first', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orders: string[] = [];
    for (let unit = 1; unit <= 23; unit += 1) {
      orders.push(
        await guest.order(`서울특별시 둥지구 둥지로 9 101동 ${unit + 100}호`, { unit: String(unit + 100) }),
      );
      await guest.pay(orders.at(-1) ?? '');
    }
    const first = (await guest.get('/portal/purchases?state=unused')).body;
    expect(first.match(/class="purchase-row"/gu)).toHaveLength(20);
    expect(first).toContain(orders.at(-1));
    expect(first).toContain('id="next-page"');
    const second = (await guest.get('/portal/purchases?state=unused&page=2')).body;
    expect(second.match(/class="purchase-row"/gu)).toHaveLength(3);
    expect(second).not.toContain('id="next-page"');
    const uniqueNumber = /data-unique-number="([^"]+)"/u.exec(second)?.[1] ?? '';
    const own = (await guest.get(`/portal/purchases?state=unused&q=${uniqueNumber}`)).body;
    expect(own.match(/class="purchase-row"/gu)).toHaveLength(1);
  });

  it('shows nothing of an order that is not paid', async () => {
    await using sandbox = await startSandbox();
    const guest = await new Visitor(sandbox).logIn();
    const orderNo = await guest.order(HOME);
    expect((await guest.get(`/portal/purchases/${orderNo}/view`)).status).toBe(404);
    expect((await guest.bytes(`/portal/purchases/${orderNo}/certificate`)).status).toBe(404);
  });
});
