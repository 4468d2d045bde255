// kill -9 at every named point of an issuance; npm test tries a few of them.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/crash-points.test.ts');
