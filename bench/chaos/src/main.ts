// pnpm chaos [--seed N] [--tasks N] [--faults N] [--users N] [--seconds N] [--quiet]: see bench/chaos/README.md.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runChaos } from './run.ts';
import { startTimeline } from './timeline.ts';

const { values: args } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    tasks: { type: 'string', default: '60' },
    faults: { type: 'string', default: '12' },
    users: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '60' },
    quiet: { type: 'boolean', default: false },
  },
});
const size = {
  seed: Number(args.seed),
  tasks: Number(args.tasks),
  faults: Number(args.faults),
  users: Number(args.users),
  seconds: Number(args.seconds),
};
const load = () =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');

console.log(
  `seed ${size.seed}: ${size.tasks} tasks, ${size.faults} faults in ${size.seconds} s; load ${load()}`,
);
const startedAt = performance.now();
const timeline = startTimeline(!args.quiet);
const { broken, stories, numbers } = await runChaos(size, timeline);
const isGood = broken.length === 0;
if (!isGood && args.quiet) console.log(timeline.lines().join('\n'));
if (numbers)
  console.log(`\n${numbers.accepted} requests, ${numbers.faults} faults\n${numbers.lines.join('\n')}`);
if (!isGood) console.log(`\n${stories.join('\n')}\n\nSeed ${size.seed} broke ${broken.length} promises:`);
for (const sentence of broken) console.log(`  ${sentence}`);
console.log(`it took ${((performance.now() - startedAt) / 1000).toFixed(0)} s; load ${load()}`);
console.log(`${isGood ? 1 : 0} passed, ${isGood ? 0 : 1} failed (seed ${size.seed})`);
process.exit(isGood ? 0 : 1);
