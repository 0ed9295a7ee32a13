import type { MemberUse } from './member-use.ts';
import type { CampaignLimits, PeriodLimit } from './read-limits.ts';

export interface LimitedPoints {
  readonly points: number;
  readonly reducedBy: 'LIMIT' | null;
}

/**
 * Applies the limits of a campaign to an award, times first: if none are left, nothing is given or counted.
 * Points are then cut to what is left; if none are left, the whole award is lost. An award without points
 * passes limits on points.
 */
export const applyLimits = (
  points: number,
  { ofMember, receiptPointsMax }: CampaignLimits,
  useOf: (limit: PeriodLimit) => MemberUse,
): LimitedPoints | 'LIMIT_REACHED' => {
  let left = receiptPointsMax ?? Infinity;
  for (const limit of ofMember) {
    const used = useOf(limit);
    if (limit.timesMax !== null && used.times >= limit.timesMax) return 'LIMIT_REACHED';
    if (limit.pointsMax !== null) left = Math.min(left, limit.pointsMax - used.points);
  }
  if (points <= left || points === 0) return { points, reducedBy: null };
  return left > 0 ? { points: left, reducedBy: 'LIMIT' } : 'LIMIT_REACHED';
};
