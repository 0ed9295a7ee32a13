import type { HttpSchemas } from '@loyalty/contracts';

/** The comparisons between a field of a member and the value of a rule (D57). */
export type SegmentOperator = HttpSchemas['ComparisonOperator'];

/** The comparisons of texts: equal or not equal. */
export type EqualityOperator = Extract<SegmentOperator, 'eq' | 'neq'>;

type Compare = (found: number, wanted: number) => boolean;

/** Comparisons of numbers. A field without a value equals nothing: only `neq` holds for it. */
export const numberComparisons: Readonly<Record<SegmentOperator, Compare>> = {
  eq: (found, wanted) => found === wanted,
  neq: (found, wanted) => found !== wanted,
  gt: (found, wanted) => found > wanted,
  gte: (found, wanted) => found >= wanted,
  lt: (found, wanted) => found < wanted,
  lte: (found, wanted) => found <= wanted,
};
