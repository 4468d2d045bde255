import { CheckInsurance, type InsuranceView } from '@dungji/contracts';
import { checkInsurance } from '@dungji/documents';
import { localeOf } from '../locale.ts';
import { procedure, router } from '../trpc.ts';
import { ownAnalyses } from './analysis.ts';

/** The rules speak of days in Korea. */
const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date());

export const insuranceRouter = router({
  check: procedure.input(CheckInsurance).query(async ({ ctx, input }): Promise<InsuranceView> => {
    const { nest, stored } = await ownAnalyses(ctx.deps.db, input.nestId, ctx.viewer);
    return checkInsurance(
      {
        nest,
        registry: stored.REGISTRY?.analysis?.registry ?? null,
        ledger: stored.LEDGER?.analysis?.ledger ?? null,
        otherDepositsKrw: input.otherDepositsKrw ?? null,
        day: today(),
      },
      localeOf(ctx.viewer, input.locale),
    );
  }),
});
