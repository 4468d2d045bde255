import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateHost, type Text } from '@dungji/contracts';
import { Agent, errors, request } from 'undici';

export interface OutsideCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Until the whole answer is here. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface OutsideAnswer {
  readonly status: number;
  /** The first value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  readonly text: string;
}

/** The call had no answer: refused, broken off, or late. What it did on the other side is not known. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  constructor(
    readonly why: Text,
    options?: ErrorOptions,
  ) {
    super(why.en, options);
  }
}

/** The name leads into a private network, whatever the list of allowed hosts says of it. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'EPRIVATE';
}

/** More than anybody needs to say about a step; what is longer is cut off. */
const TEXT_BYTES_MAX = 65_536;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Calls a system that is not ours. Redirects are answers like any other: nobody is sent on to an address that was not
 * looked at.
 *
 * @throws NoAnswerError
 * @throws PrivateAddressError
 * @throws the signal's reason when it is aborted
 */
export type CallOutside = (call: OutsideCall) => Promise<OutsideAnswer>;

/** All addresses of a name, as `dns.lookup` finds them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** @param resolve the name server; tests have their own */
export function openOutside(resolve: Resolve = lookup): { call: CallOutside; close(): Promise<void> } {
  // The limits of a call are its own: a step may take half an hour to answer.
  const agent = new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: lookUpPublic(resolve) },
  });
  return {
    async call({ url, method, headers, body, timeoutMs, signal }) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await request(url, {
          method,
          dispatcher: agent,
          signal: AbortSignal.any([signal, timeout]),
          ...(headers && { headers: { ...headers } }),
          ...(body !== undefined && { body }),
        });
        const text = await readText(answer.body);
        return {
          status: answer.statusCode,
          text,
          header(name) {
            const value = answer.headers[name];
            return Array.isArray(value) ? value[0] : value;
          },
        };
      } catch (cause) {
        if (signal.aborted) throw signal.reason;
        if (cause instanceof PrivateAddressError) throw cause;
        throw new NoAnswerError(timeout.aborted ? lateBy(timeoutMs) : whyOf(cause), { cause });
      }
    },
    close: () => agent.destroy(),
  };
}

/**
 * Resolves a name where the connection is made, so that no later answer of the name server can lead elsewhere. A name
 * that says itself that it is private (`localhost`) was judged before; addresses never come here.
 */
const lookUpPublic =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first) return callback(new Error('no address'), '', 0);
      if (!isPrivateHost(hostname) && addresses.some(({ address }) => isPrivateHost(address)))
        return callback(new PrivateAddressError('the host leads into a private network'), '', 0);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= TEXT_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).subarray(0, TEXT_BYTES_MAX).toString('utf8');
}

/** In words that may be shown to people: no address, no stack. */
function whyOf(cause: unknown): Text {
  if (cause instanceof errors.ConnectTimeoutError)
    return { ko: '제때 연결되지 않았어요', en: 'the connection was not accepted in time' };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return { ko: '연결을 거절했어요', en: 'the connection was refused' };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { ko: '주소를 찾지 못했어요', en: 'the host name could not be resolved' };
  return { ko: '연결이 끊겼어요', en: 'the connection broke off' };
}

const lateBy = (timeoutMs: number): Text => ({
  ko: `${timeoutMs / 1_000}초 안에 답이 없었어요`,
  en: `no answer within ${timeoutMs} ms`,
});
