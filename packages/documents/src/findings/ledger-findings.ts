import type { LedgerView } from '@dungji/contracts';
import { type FoundFact, fact, type ReadOf, type Subject, said } from './subject.ts';

const RESIDENTIAL = /아파트|연립|다세대|다가구|다중주택|단독주택|공동주택|도시형\s*생활주택|기숙사|주택/;
const SHOP = /근린생활|판매|업무|숙박|공장|창고|사무소|소매점|점포|교육연구|의료/;

export function ledgerFindings({ view, documentId }: ReadOf<LedgerView>, { nest }: Subject): FoundFact[] {
  if (!view) return [];
  const found: FoundFact[] = [];
  const evidence = (text: string, page: number) => said(documentId, text, { page, section: '건축물대장' });
  if (view.violation === 'YES')
    found.push(
      fact('ILLEGAL_BUILDING', 'HIGH', {
        evidence: view.violationHistory.map((change) => evidence(change.text, change.page)),
      }),
    );
  const use = view.mainUse;
  if (use !== null && isNoDwelling(use, nest.buildingType))
    found.push(fact('NON_RESIDENTIAL_USE', 'HIGH', { params: { use }, evidence: [evidence(use, 1)] }));
  return found;
}

/** An officetel is an office by its permit and may be a home. */
export function isNoDwelling(use: string, buildingType: string): boolean {
  if (/오피스텔/.test(use) || (buildingType === 'OFFICETEL' && /업무시설/.test(use))) return false;
  return SHOP.test(use) && !RESIDENTIAL.test(use);
}
