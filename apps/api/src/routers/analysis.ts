import { type AnalysisView, type DocType, GetAnalysis, type NestId } from '@dungji/contracts';
import { type AnalysedDocument, type Db, findAnalyses, findEarlierAnalyses, findNest } from '@dungji/db';
import {
  compareDocuments,
  findingsOf,
  READER_VERSION,
  subjectOf,
  verdictOf,
  wordFinding,
} from '@dungji/documents';
import { Refusal } from '../errors.ts';
import { localeOf } from '../locale.ts';
import { procedure, router } from '../trpc.ts';
import type { Viewer } from '../viewer.ts';
import { serverNow } from './health.ts';

/** An own nest with what was read from its documents; refuses with NOT_FOUND. */
export async function ownAnalyses(db: Db, nestId: NestId, { userId }: Viewer) {
  const nest = await findNest(db, { nestId, userId });
  if (!nest) throw new Refusal('NOT_FOUND');
  return { nest, stored: await findAnalyses(db, { nestId, userId }) };
}

export const analysisRouter = router({
  /** Made at each call: findings follow the nest, the day and the newest documents. */
  get: procedure.input(GetAnalysis).query(async ({ ctx, input }): Promise<AnalysisView> => {
    const place = { nestId: input.nestId, userId: ctx.viewer.userId };
    const [{ nest, stored }, earlier] = await Promise.all([
      ownAnalyses(ctx.deps.db, input.nestId, ctx.viewer),
      findEarlierAnalyses(ctx.deps.db, place),
    ]);
    const locale = localeOf(ctx.viewer, input.locale);
    const subject = subjectOf(nest, stored, new Date());
    const found = findingsOf(subject);
    const changesOf = (docType: DocType) => {
      const [before, after] = [earlier[docType], stored[docType]];
      return before && after && compareDocuments(docType, before, after, locale);
    };
    return {
      registry: subject.registry?.view ?? null,
      ledger: subject.ledger?.view ?? null,
      findings: found.map((each) => wordFinding(each, locale)),
      verdict: verdictOf(found),
      documents: { REGISTRY: toReadDocument(stored.REGISTRY), LEDGER: toReadDocument(stored.LEDGER) },
      changes: { REGISTRY: changesOf('REGISTRY'), LEDGER: changesOf('LEDGER') },
      serverNow: serverNow(),
    };
  }),
});

function toReadDocument(stored: AnalysedDocument | null): AnalysisView['documents']['REGISTRY'] {
  if (!stored) return null;
  const { document, analysis } = stored;
  return {
    documentId: document.id,
    analysis: document.analysis,
    outdated: document.analysis === 'DONE' && analysis?.readerVersion !== READER_VERSION,
  };
}
