// The client as others get it: packed, installed in an empty project, type-checked and run against the api.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('packages/client/src/packed.long.test.ts');
