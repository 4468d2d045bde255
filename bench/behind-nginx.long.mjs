// The stream behind nginx as Debian sets it up, with and without gzip for streams; fetches nginx when there is none.
import { runLongTests } from './run-long-tests.mjs';

runLongTests('packages/client/src/behind-nginx.long.test.ts');
