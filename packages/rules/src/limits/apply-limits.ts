import type { MemberUse } from './member-use.ts';
import type { CampaignLimits, PeriodLimit } from './read-limits.ts';

export interface LimitedPoints {
  readonly points: number;
  readonly reducedBy: 'LIMIT' | null;
}

/**
 * Times first: none left, then nothing is given, not even counted. Then points: they are cut to what is left,
 * and with none left all of the award is lost. An award without points passes limits of points.
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
