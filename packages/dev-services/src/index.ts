export { freePort } from './ports.ts';
export type { ServicesFile } from './stack/services-file.ts';
export { waitUntil } from './wait-until.ts';
