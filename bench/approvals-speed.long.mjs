// How long the answer to an approval takes, with nothing else running.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/api/src/routers/approvals-speed.long.test.ts');
