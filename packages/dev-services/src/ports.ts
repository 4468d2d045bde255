import { connect, createServer } from 'node:net';
import { ClearError } from './clear-error.ts';

const LOOPBACK = '127.0.0.1';

/** A loopback port nobody listens on now. Somebody may take it before the caller does: be ready to ask again. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('the system gave no port'));
      });
    });
  });
}

/** Whether somebody listens on the port, on loopback or on all addresses. */
export async function isPortTaken(port: number): Promise<boolean> {
  // Both looks are needed: macOS lets a loopback bind succeed beside a wildcard listener, and a listener whose backlog is
  // full refuses the connection.
  const answers = await Promise.all([answersOn(port, LOOPBACK), answersOn(port, '::1')]);
  return answers.includes(true) || !(await canBind(port));
}

/** @throws ClearError naming the port, what wanted it and the variable that moves it */
export async function requireFreePort(port: number, wantedBy: string, variable: string): Promise<void> {
  if (await isPortTaken(port)) {
    throw new ClearError(
      `Port ${port}, wanted by the ${wantedBy}, is taken: stop the program that uses it, or set ${variable} to another port.`,
    );
  }
}

/** The remembered port while it is free, else a new one. */
export async function keepPort(remembered: number | undefined): Promise<number> {
  return remembered !== undefined && !(await isPortTaken(remembered)) ? remembered : freePort();
}

function answersOn(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const finish = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', finish(true));
    socket.once('error', finish(false));
    socket.once('timeout', finish(false));
  });
}

function canBind(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
  });
}
