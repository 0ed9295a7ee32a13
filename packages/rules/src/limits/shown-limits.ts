import { type CampaignId, dayMs } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import type { EarningInputs } from '../earning/earning-inputs.ts';
import { campaignUseOf } from './campaign-uses.ts';
import type { LimitPeriod } from './limit-period.ts';
import { periodEndOf, periodStartOf } from './limit-period.ts';
import type { MemberUse, UsePlace } from './member-use.ts';
import { capsId, capsOf } from './points-caps.ts';
import type { MemberPointsCaps } from '../snapshot.ts';
import { readLimits } from './read-limits.ts';

/** How much of a limit a member has used in the period of a day. */
export interface ShownLimit {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly period: LimitPeriod;
  readonly of: 'TIMES' | 'POINTS';
  readonly max: number;
  readonly used: number;
  /** What is left of the limit; 0 if a lowered limit has already been passed. */
  readonly left: number;
  /** The first and the last local date of the period; null for EVER. */
  readonly from: string | null;
  readonly to: string | null;
}

/** How much of a cap a member has used in the period of a day. */
export type ShownCap = Pick<ShownLimit, 'period' | 'max' | 'used' | 'left' | 'from' | 'to'>;

export const shownCapsOf = (
  caps: MemberPointsCaps | null,
  day: number,
  useOf: (place: UsePlace) => MemberUse,
): readonly ShownCap[] =>
  (caps === null ? [] : capsOf({ caps })).map(({ period, max }) => {
    const startsOn = periodStartOf(period, day);
    const { points } = useOf({ campaignId: capsId, period, startsOn });
    return shownUse({ period, startsOn, max, used: points });
  });

interface Used extends Pick<ShownCap, 'period' | 'max' | 'used'> {
  readonly startsOn: number;
}

const shownUse = ({ period, startsOn, max, used }: Used): ShownCap => ({
  period,
  max,
  used,
  left: Math.max(0, max - used),
  from: period === 'EVER' ? null : dateOf(startsOn),
  to: period === 'EVER' ? null : dateOf(periodEndOf(period, startsOn)),
});

/**
 * Returns the limits per member, by campaign and by period. Limits that this build cannot read are left out.
 */
export const shownLimitsOf = (
  campaigns: readonly Pick<Campaign, 'id' | 'name' | 'limits'>[],
  day: number,
  useOf: (place: UsePlace) => MemberUse,
): readonly ShownLimit[] =>
  campaigns.flatMap(({ id, name, limits }) =>
    (readLimits(limits ?? [])?.ofMember ?? []).flatMap(({ period, timesMax, pointsMax }) => {
      const startsOn = periodStartOf(period, day);
      const { times, points } = useOf({ campaignId: id, period, startsOn });
      const show = (of: ShownLimit['of'], max: number | null, used: number): readonly ShownLimit[] =>
        max === null
          ? []
          : [{ campaignId: id, campaignName: name, of, ...shownUse({ period, startsOn, max, used }) }];
      return [...show('TIMES', timesMax, times), ...show('POINTS', pointsMax, points)];
    }),
  );

/** How much of a limit earlier receipts and events have used, by the member or by all members together. */
export interface UsedLimit extends Pick<ShownLimit, 'period' | 'of' | 'max' | 'used' | 'left'> {
  readonly per: 'MEMBER' | 'CAMPAIGN';
}

/** Returns the limits as a receipt of a day finds them. Limits for all members are last. */
export const usedLimitsOf = (
  campaign: Campaign,
  day: number,
  inputs: Pick<EarningInputs, 'memberUse' | 'campaignTimes'>,
): readonly UsedLimit[] => {
  const ofMember = shownLimitsOf([campaign], day, (place) => inputs.memberUse(place));
  const shared = campaignUseOf(campaign);
  const shown = ofMember.map(({ period, of, max, used, left }): UsedLimit => ({
    per: 'MEMBER',
    period,
    of,
    max,
    used,
    left,
  }));
  return shared === null ? shown : [...shown, sharedLimitOf(shared.max, inputs.campaignTimes(campaign.id))];
};

const sharedLimitOf = (max: number, used: number): UsedLimit => ({
  per: 'CAMPAIGN',
  period: 'EVER',
  of: 'TIMES',
  max,
  used,
  left: Math.max(0, max - used),
});

const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
