import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort, isPortTaken, keepPort, requireFreePort } from './ports.ts';

async function listening(host: string) {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return { port: address && typeof address === 'object' ? address.port : 0, close: () => server.close() };
}

describe('ports', () => {
  it('a taken port is one line: who wanted it and which variable moves it', async () => {
    const other = await listening('127.0.0.1');
    await expect(requireFreePort(other.port, 'api', 'API_PORT')).rejects.toThrow(
      `Port ${other.port}, wanted by the api, is taken: stop the program that uses it, or set API_PORT to another port.`,
    );
    other.close();
  });

  it('sees a listener on all addresses', async () => {
    const other = await listening('0.0.0.0');
    expect(await isPortTaken(other.port)).toBe(true);
    other.close();
  });

  it('a remembered port is kept while it is free, and given up when it is not', async () => {
    const port = await freePort();
    expect(await keepPort(port)).toBe(port);
    const other = await listening('127.0.0.1');
    expect(await keepPort(other.port)).not.toBe(other.port);
    other.close();
  });
});
