/**
 * Something a person must put right: a bad value, a taken port, a missing piece. Its message is one line that names the
 * thing and the way out; whoever catches it at the top prints that line and no stack.
 */
export class ClearError extends Error {
  override name = 'ClearError';
}

/** The line to print for any failure: the message of a ClearError as it is, everything else with its stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof ClearError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
