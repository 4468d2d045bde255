/** Where plain progress lines go; tests collect them. */
export type Say = (line: string) => void;

export const sayOnStdout: Say = (line) => process.stdout.write(`${line}\n`);
export const sayNothing: Say = () => undefined;

export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

/** Does one piece of work and says in one line what came of it and how long it took. */
export async function timed<Result>(
  say: Say,
  name: string,
  work: () => Promise<Result>,
  outcome: (result: Result) => string,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  say(`${name.padEnd(10)} ${outcome(result)} (${seconds(performance.now() - startedAt)})`);
  return result;
}
