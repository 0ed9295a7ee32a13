import { type CampaignId, dayMs } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import type { Activity } from '../earning/activity.ts';
import { noCounts, noGrants, type RuleOutcome } from '../earning/rules/rule-outcome.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import { localTimeOf } from '../time/local-time.ts';
import { applyLimits } from './apply-limits.ts';
import { type LimitPeriod, periodStartOf } from './limit-period.ts';
import type { CampaignUse, UseChange } from './member-use.ts';
import { capsId, capsOf } from './points-caps.ts';
import { type CampaignLimits, readLimits } from './read-limits.ts';

/**
 * The number of days after which an activity that is recorded late counts as having reached its limits per
 * day, week and month, because their counts are deleted by then.
 */
export const closedAfterDays = 35;

/**
 * Returns true if the activity was recorded too late. Both times come from the record, so a record that is
 * decided again is judged alike.
 */
export const isClosed = ({ occurredAtMs, recordedAtMs }: Activity): boolean =>
  recordedAtMs - occurredAtMs > closedAfterDays * dayMs;

/** Null means that it has no limits. */
const limitsOf = (campaign: Campaign): CampaignLimits | 'UNREADABLE' | null =>
  campaign.limits === undefined ? null : readOnce(campaign);

const readOnce = memoizeBy(({ limits }: Campaign) => readLimits(limits) ?? 'UNREADABLE');

/**
 * Returns the outcome within the campaign's limits. Limits that this build cannot read count as reached. The
 * campaign must have limits.
 */
export const limitedOutcome = (outcome: RuleOutcome, campaign: Campaign, activity: Activity): RuleOutcome => {
  const limits = limitsOf(campaign);
  if (typeof outcome === 'string' || limits === null) return outcome;
  if (limits === 'UNREADABLE' || (isClosed(activity) && hasClosing(limits))) return 'LIMIT_REACHED';
  if (isFull(limits, activity.inputs.campaignTimes(campaign.id))) return 'LIMIT_REACHED';
  const points = typeof outcome === 'number' ? outcome : outcome.points;
  const day = localDayOf(activity);
  const limited = applyLimits(points, limits, ({ period }) =>
    activity.inputs.memberUse({ campaignId: campaign.id, period, startsOn: periodStartOf(period, day) }),
  );
  if (limited === 'LIMIT_REACHED') return limited;
  if (limited.reducedBy === null) return outcome;
  const award = typeof outcome === 'number' ? { grants: noGrants, counts: noCounts } : outcome;
  return { ...award, points: limited.points, reducedBy: limited.reducedBy };
};

const isFull = ({ campaignTimesMax }: CampaignLimits, times: number): boolean =>
  campaignTimesMax !== null && times >= campaignTimesMax;

const hasClosing = ({ ofMember }: CampaignLimits): boolean =>
  ofMember.some(({ period }) => period !== 'EVER');

export const localDayOf = ({ occurredAtMs, snapshot }: Pick<Activity, 'occurredAtMs' | 'snapshot'>): number =>
  localTimeOf(occurredAtMs, snapshot.zone ?? null).day;

/**
 * Returns the uses after an award. Points, rewards or a stamp count as one time. It is empty for a campaign
 * without limits per member.
 */
export const usesAfter = (campaign: Campaign, activity: Activity, points: number): readonly UseChange[] => {
  const limits = limitsOf(campaign);
  if (limits === null || limits === 'UNREADABLE') return noUses;
  const day = localDayOf(activity);
  return limits.ofMember.map(({ period }) => {
    const place = { campaignId: campaign.id, period, startsOn: periodStartOf(period, day) };
    const { times, points: before } = activity.inputs.memberUse(place);
    return { ...place, times: times + 1, points: before + points };
  });
};

const noUses: readonly UseChange[] = [];

/** Returns the use of a campaign by all members together; null if it has no limit for that. */
export const campaignUseOf = (campaign: Campaign): CampaignUse | null => {
  const limits = limitsOf(campaign);
  if (limits === null || limits === 'UNREADABLE' || limits.campaignTimesMax === null) return null;
  return { campaignId: campaign.id, max: limits.campaignTimesMax };
};

/** Returns the ACTIVE campaigns whose times are counted over all members. */
export const timedCampaigns = memoizeBy(({ campaigns }: Snapshot): readonly CampaignId[] =>
  campaigns.flatMap((campaign) => {
    const use = campaign.state === 'ACTIVE' ? campaignUseOf(campaign) : null;
    return use === null ? [] : [use.campaignId];
  }),
);

/**
 * Returns how many counts of one member a decision reads for a campaign with these limits, however they were
 * written.
 */
export const memberLimitsOf = (limits: Campaign['limits'] | null): number =>
  new Set((limits ?? []).filter(({ per }) => per === 'MEMBER').map(({ period }) => period)).size;

/** The members' counts that decisions in an environment read. */
export interface CountedUses {
  readonly campaignIds: readonly CampaignId[];
  readonly periods: readonly LimitPeriod[];
  /** The number of counts for one member, by campaign and period. */
  readonly count: number;
}

/**
 * Returns the counts that decisions read. There are none while no ACTIVE campaign has limits per member and
 * there are no caps.
 */
export const countedUses = memoizeBy((snapshot: Snapshot): CountedUses => {
  const limited = snapshot.campaigns.flatMap((campaign) => {
    const limits = campaign.state === 'ACTIVE' ? limitsOf(campaign) : null;
    return limits === null || limits === 'UNREADABLE' || limits.ofMember.length === 0
      ? []
      : [{ id: campaign.id, periods: limits.ofMember.map(({ period }) => period) }];
  });
  const capped = capsOf(snapshot).map(({ period }): LimitPeriod => period);
  if (capped.length > 0) limited.push({ id: capsId, periods: capped });
  return {
    campaignIds: limited.map(({ id }) => id),
    periods: [...new Set(limited.flatMap(({ periods }) => periods))],
    count: limited.reduce((sum, { periods }) => sum + periods.length, 0),
  };
});

/** Returns the days on which the periods of an activity begin that any limit of the environment counts. */
export const useStartsOf = (snapshot: Snapshot, occurredAtMs: number): readonly number[] => {
  const day = localDayOf({ occurredAtMs, snapshot });
  return countedUses(snapshot).periods.map((period) => periodStartOf(period, day));
};
