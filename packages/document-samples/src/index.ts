export { certificateOf, type Printing, type Usage, type Variant } from './certificate/certificate.ts';
export type { Certificate, Row, Table } from './certificate/paper.ts';
export { imagineStyle, PLAIN_STYLE, type Style } from './certificate/style.ts';
export { generateLedger, type LedgerOptions, type LedgerSample } from './generate-ledger.ts';
export { generateRegister, type RegisterOptions, type RegisterSample } from './generate-register.ts';
export { generateStranger, STRANGERS, type Stranger } from './generate-stranger.ts';
export type { LedgerTruth } from './ledger/truth.ts';
export { LEDGER_CLASSES, type LedgerClass } from './ledger-classes.ts';
export { pageText } from './page-text.ts';
export { certificatePages, printCertificate, warmUpPrinting } from './print/print.ts';
export { type Draw, drawFrom } from './random.ts';
export { imagineRegister } from './register/imagine.ts';
export type { RegisterKind } from './register/register.ts';
export {
  LATER_EVENTS,
  type LaterEvent,
  RISKS,
  type Risk,
  type Subject,
  subjectLine,
} from './register/subject.ts';
export { REGISTER_CLASSES, type RegisterClass } from './register-classes.ts';
export { SCANS, type ScanClass, type ScanOptions, toOutlines, toPictures, toScan } from './scan.ts';
export type { EntryTruth, PrintedVariant, RegisterTruth } from './truth.ts';
