/**
 * Named places at which a test lets the process die, as by kill -9: one at each await of an attempt after which something
 * has changed, here or outside. In a running system they do nothing: main.ts arms one only outside production.
 */
let armed: string | null = null;
let onPassed: ((name: string) => void) | null = null;

/** Dies here, when this point is armed. */
export function crashPoint(name: string): void {
  onPassed?.(name);
  if (name !== armed) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal takes effect before the next statement would; this says so.
  for (;;);
}

export function armCrashPoint(name: string): void {
  armed = name;
}

/** Tells a test the points that are passed, so that none is forgotten. Null: no more. */
export function watchCrashPoints(listener: ((name: string) => void) | null): void {
  onPassed = listener;
}
