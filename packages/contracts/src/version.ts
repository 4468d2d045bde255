/** Of the whole product: api, workers and pages are released together. */
export const VERSION = '0.1.0';
