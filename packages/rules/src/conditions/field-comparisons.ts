import { payloadComparisons } from './payload-values.ts';

type IsMet = (found: unknown) => boolean;

export type ComparingOperator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains';

/** The operators that one field has; `exists` is the same for all fields. */
export interface FieldComparisons extends Partial<
  Readonly<Record<ComparingOperator, (wanted: unknown) => IsMet>>
> {
  /** The operator `not_in` is its opposite. */
  readonly in: (wanted: ReadonlySet<unknown>) => IsMet;
}

/** The member's tier before the receipt's own points (D27). */
export interface FoundTier {
  /** The id of the tier; null if the member has reached none. */
  readonly id: string | null;
  /**
   * Returns true if the member's tier is this one or a higher one. It is false for a tier that was deleted.
   */
  readonly reaches: (tierId: unknown) => boolean;
}

const tierOf = (found: unknown): FoundTier => found as FoundTier;

export const tierComparisons: FieldComparisons = {
  eq: (wanted) => (found) => tierOf(found).id === wanted,
  neq: (wanted) => (found) => tierOf(found).id !== wanted,
  gte: (wanted) => (found) => tierOf(found).reaches(wanted),
  in: (wanted) => (found) => wanted.has(tierOf(found).id),
};

/** The member's segments that still exist. */
export interface FoundSegments {
  readonly has: (segmentId: unknown) => boolean;
}

const segmentsOf = (found: unknown): FoundSegments => found as FoundSegments;

export const segmentComparisons: FieldComparisons = {
  eq: (wanted) => (found) => segmentsOf(found).has(wanted),
  neq: (wanted) => (found) => !segmentsOf(found).has(wanted),
  in: (wanted) => {
    const ids = [...wanted];
    return (found) => ids.some((id) => segmentsOf(found).has(id));
  },
};

const ofPayload =
  (op: ComparingOperator) =>
  (wanted: unknown): IsMet =>
  (found) =>
    payloadComparisons[op](found, wanted);

/** The comparisons that conditions of an EVENT_TRIGGER make (D64). */
export const payloadFieldComparisons: FieldComparisons = {
  eq: ofPayload('eq'),
  neq: ofPayload('neq'),
  gt: ofPayload('gt'),
  gte: ofPayload('gte'),
  lt: ofPayload('lt'),
  lte: ofPayload('lte'),
  contains: ofPayload('contains'),
  in: (wanted) => (found) => wanted.has(found),
};
