import { z } from 'zod';
import { DocState } from './doc-state.ts';
import { NestId } from './ids.ts';
import { emptyOrLine, line } from './text.ts';
import { IsoDay, IsoTime } from './time.ts';

export const BuildingType = z.enum(['APARTMENT', 'OFFICETEL', 'VILLA', 'MULTI_HOUSEHOLD', 'DETACHED']);
export type BuildingType = z.infer<typeof BuildingType>;

/** 1조 won: above any deposit of a home, below the integers JSON keeps exact. */
const MAX_KRW = 1_000_000_000_000;
const Krw = z.number().int().min(0).max(MAX_KRW);

const nestFields = {
  name: line(60),
  roadAddress: line(200),
  /** 동·호수; may be empty for a detached house. */
  detailAddress: emptyOrLine(200),
  buildingType: BuildingType,
  depositKrw: Krw,
  monthlyRentKrw: Krw,
  landlordName: line(60),
  contractFrom: IsoDay,
  contractTo: IsoDay,
};

export const NestView = z.object({
  id: NestId,
  version: z.number().int().min(1),
  ...nestFields,
  housePriceKrw: Krw.nullable(),
  documents: z.object({ REGISTRY: DocState, LEDGER: DocState }),
  createdAt: IsoTime,
});
export type NestView = z.infer<typeof NestView>;

const contractEndsAfterItBegins = {
  check: (nest: { contractFrom?: string | undefined; contractTo?: string | undefined }) =>
    nest.contractFrom === undefined || nest.contractTo === undefined || nest.contractFrom <= nest.contractTo,
  message: { error: 'contractTo must not be before contractFrom', path: ['contractTo'] },
};

export const CreateNest = z
  .strictObject({ ...nestFields, housePriceKrw: Krw.nullish(), autoIssue: z.boolean().optional() })
  .refine(contractEndsAfterItBegins.check, contractEndsAfterItBegins.message);
export type CreateNest = z.infer<typeof CreateNest>;

/** Any subset of the fields; what is left out stays. `housePriceKrw: null` clears it. */
export const UpdateNest = z
  .strictObject({ nestId: NestId, ...z.object(nestFields).partial().shape, housePriceKrw: Krw.nullish() })
  .refine(contractEndsAfterItBegins.check, contractEndsAfterItBegins.message);
export type UpdateNest = z.infer<typeof UpdateNest>;

export const NestRef = z.strictObject({ nestId: NestId });
