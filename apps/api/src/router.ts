import { analysisRouter } from './routers/analysis.ts';
import { apiKeysRouter } from './routers/api-keys.ts';
import { approvalsRouter } from './routers/approvals.ts';
import { creditsRouter } from './routers/credits.ts';
import { documentsRouter } from './routers/documents.ts';
import { eventsRouter } from './routers/events.ts';
import { generationsRouter } from './routers/generations.ts';
import { health } from './routers/health.ts';
import { insuranceRouter } from './routers/insurance.ts';
import { issuanceRouter } from './routers/issuance.ts';
import { meRouter } from './routers/me.ts';
import { nestsRouter } from './routers/nests.ts';
import { ocrRouter } from './routers/ocr.ts';
import { opsRouter } from './routers/ops.ts';
import { tasksRouter } from './routers/tasks.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  health,
  me: meRouter,
  nests: nestsRouter,
  issuance: issuanceRouter,
  tasks: tasksRouter,
  events: eventsRouter,
  documents: documentsRouter,
  ocr: ocrRouter,
  approvals: approvalsRouter,
  analysis: analysisRouter,
  insurance: insuranceRouter,
  generations: generationsRouter,
  credits: creditsRouter,
  apiKeys: apiKeysRouter,
  ops: opsRouter,
});
export type AppRouter = typeof appRouter;
