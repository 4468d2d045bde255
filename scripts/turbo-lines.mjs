/** What turbo, pnpm and the shell say about themselves: of no use to whoever wants to see the stack. */
const NOISE = [
  /^\s*• /,
  /cache (bypass|miss|hit), /,
  /: \$ /,
  /^ *(Tasks|Cached|Time|Failed): /,
  /^Shutting down Turborepo/,
  /^\d+ tasks? shutting down/,
  /ELIFECYCLE/,
  /ERROR {2}/,
  /^\/\/:infra(:up)?: ?$/,
];

/** One line of turbo's output as people should see it; null for none. Our own parts keep a short name in front. */
export function readableLine(line) {
  if (NOISE.some((noise) => noise.test(line))) return null;
  return line
    .replace(/^\/\/:infra(?::up)?: /, '')
    .replace(/^@dungji\/(\w+):dev: /, (_all, part) => `${part.padEnd(7)} | `);
}
