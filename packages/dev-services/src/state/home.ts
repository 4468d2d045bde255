import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ClearError } from '../clear-error.ts';
import { ROOT } from '../env.ts';
import { sha256 } from '../sha256.ts';

/** The files of one stack. Two stacks have two homes, so they can run side by side from one checkout. */
export interface Home {
  path: string;
  /** CONTRACT §1; there only while everything is ready. */
  servicesFile: string;
  /** Written by infra-up: the environment of the apps, and what we started. */
  infraFile: string;
  /** Written once: the signing secret, the database password. */
  secretsFile: string;
  /** The loopback ports our services took last time. */
  portsFile: string;
  /** Which demo data is in which database. */
  seededFile: string;
  /** One file for each running part, written by its supervisor. */
  partsDir: string;
  /** The last clear line of whoever gave up, for the one who started it all. */
  problemFile: string;
  /** Where the web's development server bundles: inside its node_modules, so that it may serve it. */
  webCacheDir: string;
  logFile(name: string): string;
  dataDir(service: string): string;
}

export function homeAt(path: string): Home {
  return {
    path,
    servicesFile: join(path, 'services.json'),
    infraFile: join(path, 'infra.json'),
    secretsFile: join(path, 'secrets.json'),
    portsFile: join(path, 'ports.json'),
    seededFile: join(path, 'seeded.json'),
    partsDir: join(path, 'parts'),
    problemFile: join(path, 'problem.txt'),
    webCacheDir: join(ROOT, 'apps/web/node_modules/.vite', sha256(path).slice(0, 12)),
    logFile: (name) => join(path, 'logs', `${name}.log`),
    dataDir: (service) => join(path, service),
  };
}

/** @throws ClearError when this user may not write there, as after a start by root */
export function openHome(path: string): Home {
  try {
    mkdirSync(join(path, 'parts'), { recursive: true });
    accessSync(path, constants.W_OK);
    accessSync(join(path, 'parts'), constants.W_OK);
  } catch {
    throw new ClearError(
      `The state directory ${path} is not writable for this user: remove it, or set DUNGJI_HOME to another.`,
    );
  }
  return homeAt(path);
}
