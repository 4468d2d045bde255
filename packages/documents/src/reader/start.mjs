// Entry of the reading process. The big libraries come first, untouched: the TypeScript loader would rewrite their
// megabytes at every start, which takes two seconds (measured) and changes nothing.
import 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { register } from 'tsx/esm/api';

register();
await import('./main.ts');
