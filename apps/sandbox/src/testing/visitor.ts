import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '../app.ts';

/** A sandbox of one's own on a free port, with a clock that tests move. */
export interface RunningSandbox extends AsyncDisposable {
  readonly url: string;
  /** Moves the sandbox's clock on. */
  passTime(ms: number): void;
}

export async function startSandbox(): Promise<RunningSandbox> {
  let aheadMs = 0;
  const server = createServer(createSandbox({ now: () => Date.now() + aheadMs }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passTime: (ms) => {
      aheadMs += ms;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Where a redirect leads. */
  readonly location: string;
}

/** Somebody with a browser's cookie but without a browser: follows no redirects by itself, so that tests see each step. */
export class Visitor {
  #cookie = '';

  constructor(readonly sandbox: { readonly url: string }) {}

  async get(path: string, signal?: AbortSignal): Promise<Answer> {
    return this.#ask(path, { signal: signal ?? null });
  }

  async post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async bytes(path: string): Promise<{ status: number; bytes: Uint8Array; headers: Headers }> {
    const response = await fetch(this.sandbox.url + path, { headers: { cookie: this.#cookie } });
    return {
      status: response.status,
      bytes: new Uint8Array(await response.arrayBuffer()),
      headers: response.headers,
    };
  }

  async logIn(): Promise<this> {
    await this.post('/portal/login', { userId: 'dungji', password: 'dungji-portal' });
    return this;
  }

  search(address: string, signal?: AbortSignal): Promise<Answer> {
    return this.get(`/portal/search?${new URLSearchParams({ address })}`, signal);
  }

  /** Searches, chooses the 집합건물 (or 건물) that is meant, and puts it into the cart; the order number. */
  async order(address: string, want: Want = {}): Promise<string> {
    const record = chooseRecord((await this.search(address)).body, want);
    return orderNoOf(await this.addToCart(record));
  }

  addToCart(record: string, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.post('/portal/cart', {
      record,
      usage: 'VIEW',
      variant: 'WITH_CANCELLED',
      summary: 'yes',
      ...more,
    });
  }

  pay(orderNo: string): Promise<Answer> {
    return this.post(`/portal/orders/${orderNo}/pay`, { agree: 'yes' });
  }

  /** Order, payment and PDF in one go. */
  async buy(address: string, want: Want = {}): Promise<Uint8Array> {
    const orderNo = await this.order(address, want);
    await this.pay(orderNo);
    return (await this.bytes(`/portal/purchases/${orderNo}/certificate`)).bytes;
  }

  async #ask(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(this.sandbox.url + path, {
      ...init,
      redirect: 'manual',
      headers: { cookie: this.#cookie },
    });
    for (const line of response.headers.getSetCookie()) this.#cookie = line.split(';')[0] ?? '';
    return {
      status: response.status,
      body: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  }
}

interface Want {
  readonly kind?: string;
  readonly unit?: string;
  readonly dong?: string;
}

export interface FoundRow {
  readonly uniqueNumber: string;
  readonly kind: string;
  readonly dong: string;
  readonly floor: string;
  readonly unit: string;
  readonly state: string;
}

/** The rows of a results page. */
export function rowsOf(page: string): readonly FoundRow[] {
  return page
    .split('<tr class="result-row"')
    .slice(1)
    .map((row) => {
      const cell = (name: string) =>
        new RegExp(`class="cell-${name}[^"]*"[^>]*>([^<]*)<`, 'u').exec(row)?.[1] ?? '';
      return {
        uniqueNumber: /data-unique-number="([^"]+)"/u.exec(row)?.[1] ?? '',
        kind: cell('kind'),
        dong: cell('dong'),
        floor: cell('floor'),
        unit: cell('unit'),
        state: cell('state'),
      };
    });
}

export function chooseRecord(
  page: string,
  { kind = '집합건물', unit = '302', dong = '101' }: Want = {},
): string {
  const fits = rowsOf(page).filter((row) => row.kind === kind && row.state === '현행');
  const found = kind === '집합건물' ? fits.filter((row) => row.unit === unit && row.dong === dong) : fits;
  if (found.length !== 1 || !found[0]) throw new Error(`expected one ${kind}, found ${found.length}`);
  return found[0].uniqueNumber;
}

export function orderNoOf(answer: Answer): string {
  const orderNo = /added=([\d-]+)$/u.exec(answer.location)?.[1];
  if (!orderNo) throw new Error(`no order number: ${answer.status} ${answer.location}`);
  return orderNo;
}
