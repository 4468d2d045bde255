// kill -9 at every named point of an approved card's run; npm test tries a few of them.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/approval-crash-points.test.ts');
