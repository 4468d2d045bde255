import { startTestStack } from '@dungji/dev-services/testing';
import { E2E_SERVICES_FILE } from './stack.ts';

/** Brings up a stack of the tests' own, unless the environment names the services.json of one that runs. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[E2E_SERVICES_FILE]) return undefined;
  const stack = await startTestStack({ name: 'e2e' });
  process.env[E2E_SERVICES_FILE] = `${stack.homePath}/services.json`;
  return async () => {
    await stack.stop();
  };
}
