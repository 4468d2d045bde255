import { GENERATION_COSTS, type GenerationSeconds, type GenerationView } from '@dungji/contracts';

export type Generation = GenerationView;
export type Seconds = GenerationSeconds;

export const SECONDS = [5, 10, 30] as const satisfies readonly Seconds[];
export const priceOf = (seconds: Seconds): number => GENERATION_COSTS[seconds];
