import type { Role } from './procedures.ts';

export const isOperator = (role: Role): boolean => role !== 'member';
