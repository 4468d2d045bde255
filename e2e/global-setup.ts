import { startTestStack } from '@dungji/dev-services/testing';
import { E2E_SERVICES_FILE, E2E_STACK_PID } from './stack.ts';

/** So that nobody has to wait five minutes for the end of a wait; long beside what a healthy stack needs, and to be seen. */
const SHORTER_LIMITS = { ISSUANCE_PENDING_TIMEOUT_MS: '15000', RETRY_BACKOFF_MS: '3000' };

/** Brings up a stack of the tests' own, unless the environment names the services.json of one that runs. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[E2E_SERVICES_FILE]) return undefined;
  const stack = await startTestStack({ name: 'e2e', env: SHORTER_LIMITS });
  process.env[E2E_SERVICES_FILE] = `${stack.homePath}/services.json`;
  process.env[E2E_STACK_PID] = String(stack.pid);
  return async () => {
    // With exit code 0, also when its last test has stopped it before.
    const { code } = await stack.stop();
    if (code !== 0) throw new Error(`the stack ended with ${code}`);
  };
}
