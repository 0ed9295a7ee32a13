import type { Schemas } from '@loyalty/client';

/** The lifetime points with which a tier begins. */
export interface TierBound {
  readonly id: string;
  readonly minLifetimePoints: number;
}

interface PointsRange {
  readonly from: number;
  /** Null means that the range has no end. */
  readonly to: number | null;
}

const tierAt = (tiers: readonly TierBound[], points: number): string | null =>
  tiers.reduce<TierBound | null>(
    (best, tier) =>
      tier.minLifetimePoints <= points && tier.minLifetimePoints >= (best?.minLifetimePoints ?? 0)
        ? tier
        : best,
    null,
  )?.id ?? null;

/**
 * Returns the ranges of lifetime points with which a member is in another tier after a change than before it.
 */
export const movedRanges = (
  before: readonly TierBound[],
  after: readonly TierBound[],
): readonly PointsRange[] => {
  const bounds = [...new Set([0, ...before.concat(after).map((tier) => tier.minLifetimePoints)])].sort(
    (one, other) => one - other,
  );
  const moved = bounds.flatMap((from, place) =>
    tierAt(before, from) === tierAt(after, from) ? [] : [{ from, to: bounds[place + 1] ?? null }],
  );
  return moved.reduce<readonly PointsRange[]>((ranges, range) => {
    const last = ranges.at(-1);
    if (last?.to !== range.from) return ranges.concat(range);
    return ranges.slice(0, -1).concat({ from: last.from, to: range.to });
  }, []);
};

/** Returns rules that select the members whom a change moves; null if it moves nobody. */
export const movedRules = (
  before: readonly TierBound[],
  after: readonly TierBound[],
): Schemas['SegmentRules'] | null => {
  const ranges = movedRanges(before, after);
  if (ranges.length === 0) return null;
  return { operator: 'OR', conditions: ranges.map(rulesOfRange) };
};

const rulesOfRange = ({ from, to }: PointsRange): Schemas['SegmentRuleNode'] => {
  const least = { field: 'lifetime_points', op: 'gte', value: from } as const;
  if (to === null) return { operator: 'AND', conditions: [least] };
  return { operator: 'AND', conditions: [least, { field: 'lifetime_points', op: 'lt', value: to }] };
};
