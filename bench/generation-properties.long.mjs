// Hundreds of random providers and interleavings of the settlers of generations; npm test tries a few dozen of them.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/kinds/generation/settlers.test.ts');
