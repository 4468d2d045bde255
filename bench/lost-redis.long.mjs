// Redis emptied, restarted, away and frozen under work in every phase: nothing is lost, nothing is done twice.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/lost-redis.long.test.ts');
