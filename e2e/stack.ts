import { readFileSync } from 'node:fs';
import type { ServicesFile } from '@dungji/dev-services';

/** Names the services.json of the stack under test. */
export const E2E_SERVICES_FILE = 'E2E_SERVICES_FILE';

/** The process that started it, when it is the tests' own. */
export const E2E_STACK_PID = 'E2E_STACK_PID';

/** Where the parts of the stack are now; read anew each time, because pids change when a part is restarted. */
export function services(): ServicesFile {
  const file = process.env[E2E_SERVICES_FILE];
  if (!file) throw new Error('global-setup has not run');
  return JSON.parse(readFileSync(file, 'utf8')) as ServicesFile;
}

export const DEMO_PASSWORD = 'dungji-demo';
