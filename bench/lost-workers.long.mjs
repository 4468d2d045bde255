// Workers that freeze and wake, are killed, or come back under the same name: what their tasks then are, and how soon.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/lost-workers.long.test.ts');
