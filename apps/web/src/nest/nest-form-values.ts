import { type BuildingType, CreateNest, type NestView } from '@dungji/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** The form before it is complete: amounts may be empty, nothing may be chosen yet. */
export interface NestFormValues {
  name: string;
  roadAddress: string;
  detailAddress: string;
  buildingType: BuildingType | null;
  depositKrw: number | null;
  monthlyRentKrw: number | null;
  landlordName: string;
  contractFrom: string;
  contractTo: string;
  housePriceKrw: number | null;
  autoIssue: boolean;
}
export type NestField = keyof NestFormValues;

export const EMPTY_NEST: NestFormValues = {
  name: '',
  roadAddress: '',
  detailAddress: '',
  buildingType: null,
  depositKrw: null,
  monthlyRentKrw: null,
  landlordName: '',
  contractFrom: '',
  contractTo: '',
  housePriceKrw: null,
  autoIssue: true,
};

export const valuesOf = (nest: NestView): NestFormValues => ({
  name: nest.name,
  roadAddress: nest.roadAddress,
  detailAddress: nest.detailAddress,
  buildingType: nest.buildingType,
  depositKrw: nest.depositKrw,
  monthlyRentKrw: nest.monthlyRentKrw,
  landlordName: nest.landlordName,
  contractFrom: nest.contractFrom,
  contractTo: nest.contractTo,
  housePriceKrw: nest.housePriceKrw,
  autoIssue: false,
});

/** The contracts' own schema decides; the cast only says that it is asked about an unfinished form. */
export const nestResolver = zodResolver(CreateNest as z.ZodType<CreateNest, NestFormValues>) as Resolver<
  NestFormValues,
  unknown,
  CreateNest
>;

export const isNestField = (field: string): field is NestField => field in EMPTY_NEST;

type FieldProblem =
  | 'required'
  | 'tooLong'
  | 'amount'
  | 'amountTooLarge'
  | 'day'
  | 'endBeforeStart'
  | 'choose'
  | 'invalid';

/** Which sentence stands under a field. Errors of the server, which this form did not foresee, are `invalid`. */
export function fieldProblem(
  errors: FieldErrors<NestFormValues>,
  field: NestField,
): FieldProblem | undefined {
  const error = errors[field];
  if (!error) return undefined;
  switch (field) {
    case 'depositKrw':
    case 'monthlyRentKrw':
    case 'housePriceKrw':
      return error.type === 'too_big' ? 'amountTooLarge' : error.type === 'server' ? 'invalid' : 'amount';
    case 'contractFrom':
    case 'contractTo':
      if (error.type === 'custom') return 'endBeforeStart';
      return error.type === 'server' ? 'invalid' : 'day';
    case 'buildingType':
      return 'choose';
    default:
      if (error.type === 'too_big') return 'tooLong';
      return error.type === 'server' ? 'invalid' : 'required';
  }
}
