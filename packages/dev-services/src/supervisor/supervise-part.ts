import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aborted } from '../aborted.ts';
import { ClearError } from '../clear-error.ts';
import { ROOT, type Settings } from '../env.ts';
import { readInfra } from '../stack/infra-file.ts';
import { forgetPart, PARTS, type PartName, writePart } from '../stack/parts.ts';
import type { Home } from '../state/home.ts';
import { type Child, runChild } from './child.ts';
import { logLines } from './log-lines.ts';
import { sourcesOf, watchSources } from './sources.ts';

const PRELOAD = new URL('child-preload.mjs', import.meta.url).href;
const TSX = fileURLToPath(import.meta.resolve('tsx'));

/**
 * Runs the processes of one part until `stop` is aborted: restarts what crashes and what has new source, and writes down at
 * every change what runs.
 *
 * @returns when all has ended; false when a process never became ready
 */
export async function supervisePart(
  part: PartName,
  o: { settings: Settings; home: Home; stop: AbortSignal },
): Promise<boolean> {
  const infra = readInfra(o.home);
  if (!infra) throw new ClearError('The services are not up: start with npm start, or turbo dev.');
  const plan = PARTS[part];
  const cwd = join(ROOT, 'apps', part);
  const givenUp = new AbortController();
  const children: Child[] = [];

  const record = () =>
    writePart(o.home, {
      part,
      supervisorPid: process.pid,
      processes: plan.processes.flatMap(({ name }, index) => {
        const current = children[index]?.current();
        return current ? [{ name, ...current }] : [];
      }),
    });

  for (const { name, env } of plan.processes) {
    children.push(
      runChild({
        name,
        args: ['--import', TSX, '--import', PRELOAD, plan.entry],
        cwd,
        // What the person set wins, but for what was resolved from it and what tells the processes apart.
        env: { ...infra.appEnv, ...o.settings.env, ...pick(infra.appEnv, RESOLVED), ...env },
        log: logLines(process.stdout, plan.processes.length > 1 ? name : ''),
        onChange: record,
        onNeverReady(reason) {
          writeFileSync(o.home.problemFile, `${name} could not start: ${reason}`);
          givenUp.abort();
        },
      }),
    );
  }
  record();

  const sources = watchSources(sourcesOf(ROOT, part), (path) => {
    process.stdout.write(`${path.slice(ROOT.length + 1)} changed: restarting\n`);
    for (const child of children) void child.restart();
  });
  await aborted(AbortSignal.any([o.stop, givenUp.signal]));
  await sources.close();
  await Promise.all(children.map((child) => child.stop()));
  forgetPart(o.home, part);
  return !givenUp.signal.aborted;
}

/** Settings that infra-up decided, perhaps from the same variable: an empty or relative value must not come through. */
const RESOLVED = [
  'NODE_ENV',
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

function pick(from: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
