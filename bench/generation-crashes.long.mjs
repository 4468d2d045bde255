// kill -9 at every named point of a generation, two hundred times; npm test tries a few of them.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/kinds/generation/crashes.long.test.ts');
