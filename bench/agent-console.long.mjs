// The example of an agent that proposes work: its workers killed in the middle, and its document whole.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('examples/agent-console/src/killed-workers.long.test.ts');
