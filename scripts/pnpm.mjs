import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const { name, version } = manifest.devEngines.packageManager;

/** The pinned pnpm, through npx: nobody has to install it first. */
export const PNPM = ['npx', '--yes', `${name}@${version}`];

/** Without this npx asks the registry at every call, which takes long where there is none. */
export const PNPM_ENV = { npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' };

/** Ends with one clear line on a Node that is too old; later it would fail somewhere deep inside a dependency. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [, wantedMajor, wantedMinor] = /(\d+)\.(\d+)/.exec(manifest.engines.node).map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(
    `Dungji needs Node ${manifest.engines.node}, this is ${process.versions.node}: install a newer one from nodejs.org.`,
  );
  process.exit(1);
}
