// Postgres killed under running work, and back with its data: workers wait, and go on.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('apps/worker/src/lost-postgres.long.test.ts');
