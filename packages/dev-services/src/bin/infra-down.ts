// Takes a stack down in order: waits for the parts to end, kills what does not, stops the services. Harmless when nothing runs.
import { describeFailure } from '../clear-error.ts';
import { readSettings } from '../env.ts';
import { takeDown } from '../stack/take-down.ts';
import { openHome } from '../state/home.ts';

// The one who wants us to stop wants exactly what we do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

takeDown(openHome(readSettings().homePath)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(describeFailure(error));
    process.exit(1);
  },
);
