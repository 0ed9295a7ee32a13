import type { HttpSchemas } from '@loyalty/contracts';

/** How a field of a member is compared with the value of a rule (D57). */
export type SegmentOperator = HttpSchemas['ComparisonOperator'];

/** How texts are compared: they are equal, or they are not. */
export type EqualityOperator = Extract<SegmentOperator, 'eq' | 'neq'>;

type Compare = (found: number, wanted: number) => boolean;

/** Comparisons of numbers. A field without a value is none: it is unequal to everything, and nothing else. */
export const numberComparisons: Readonly<Record<SegmentOperator, Compare>> = {
  eq: (found, wanted) => found === wanted,
  neq: (found, wanted) => found !== wanted,
  gt: (found, wanted) => found > wanted,
  gte: (found, wanted) => found >= wanted,
  lt: (found, wanted) => found < wanted,
  lte: (found, wanted) => found <= wanted,
};
