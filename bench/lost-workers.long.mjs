// Workers that freeze and wake, come back under the same name, or lose Redis: what their tasks then are.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/lost-workers.long.test.ts');
