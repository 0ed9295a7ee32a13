import { dayMs, type EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { type StepMinutes, wholeEnvironment } from './store-activity.ts';
import { emptyCounts, type ActivityCounts } from './activity-counts.ts';

export interface ActivityItem extends ActivityCounts {
  /** The beginning of the minute, hour or day, in ISO 8601 in UTC. */
  readonly at: string;
}

export interface ActivityQuery {
  readonly environmentId: EnvironmentId;
  readonly stepMinutes: StepMinutes;
  /** `fromMs` and `toMs` are inclusive; both are beginnings of a step. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Null means the whole environment. */
  readonly campaignId: string | null;
}

const countColumns = `
  receipts, events, awards, spend_cents AS "spendCents", points_earned AS "pointsEarned",
  points_taken_back AS "pointsTakenBack", points_redeemed AS "pointsRedeemed",
  discount_cents AS "discountCents", points_expired AS "pointsExpired", points_adjusted AS "pointsAdjusted",
  members_enrolled AS "membersEnrolled", rewards_given AS "rewardsGiven", cost_cents AS "costCents"`;

const readStatement: Statement = {
  name: 'activity-read',
  text: `SELECT at AS "atTime", ${countColumns}
           FROM activity
          WHERE environment_id = $1 AND step_minutes = $2 AND campaign_id = $3
            AND at BETWEEN to_timestamp($4::bigint / 1000.0) AND to_timestamp($5::bigint / 1000.0)`,
};

/** Reads one item for each step, oldest first; all counts are zero if nothing happened. */
export const readActivity = async (
  db: Queryable,
  { environmentId, stepMinutes, fromMs, toMs, campaignId }: ActivityQuery,
): Promise<ActivityItem[]> => {
  const rows = await db.query<ActivityCounts & { readonly atTime: Date }>(readStatement, [
    environmentId,
    stepMinutes,
    campaignId ?? wholeEnvironment,
    fromMs,
    toMs,
  ]);
  const byTime = new Map(rows.map(({ atTime, ...counts }) => [atTime.getTime(), counts]));
  const stepMs = stepMinutes * 60_000;
  const length = Math.floor((toMs - fromMs) / stepMs) + 1;
  return Array.from({ length }, (_, n) => {
    const atMs = fromMs + n * stepMs;
    return { at: new Date(atMs).toISOString(), ...(byTime.get(atMs) ?? emptyCounts()) };
  });
};

export interface CampaignActivity extends Pick<
  ActivityCounts,
  'awards' | 'pointsEarned' | 'rewardsGiven' | 'costCents'
> {
  readonly campaignId: string;
}

const campaignsMax = 1_000;

const campaignsStatement: Statement = {
  name: 'activity-campaigns',
  text: `SELECT campaign_id AS "campaignId", sum(awards)::bigint AS awards,
                least(${Number.MAX_SAFE_INTEGER.toString()}, sum(points_earned))::bigint AS "pointsEarned",
                sum(rewards_given)::bigint AS "rewardsGiven",
                least(${Number.MAX_SAFE_INTEGER.toString()}, sum(cost_cents))::bigint AS "costCents"
           FROM activity
          WHERE environment_id = $1 AND step_minutes = 1440 AND campaign_id <> $2
            AND at BETWEEN to_timestamp($3::bigint / 1000.0) AND to_timestamp($4::bigint / 1000.0)
          GROUP BY campaign_id ORDER BY sum(awards) DESC, campaign_id LIMIT ${campaignsMax.toString()}`,
};

/** Lists the activity of campaigns by days. Those with the most awards come first, at most 1,000. */
export const listCampaignActivity = (
  db: Queryable,
  {
    environmentId,
    fromMs,
    toMs,
  }: { readonly environmentId: EnvironmentId; readonly fromMs: number; readonly toMs: number },
): Promise<CampaignActivity[]> =>
  db.query<CampaignActivity>(campaignsStatement, [environmentId, wholeEnvironment, fromMs, toMs]);

const recentDays = 7;

/** Returns the activity of campaigns today and on the six days before, in UTC, by the id of the campaign. */
export const readRecentActivity = async (
  db: Queryable,
  environmentId: EnvironmentId,
  nowMs: number,
): Promise<ReadonlyMap<string, CampaignActivity>> => {
  const toMs = Math.floor(nowMs / dayMs) * dayMs;
  const fromMs = toMs - (recentDays - 1) * dayMs;
  const found = await listCampaignActivity(db, { environmentId, fromMs, toMs });
  return new Map(found.map((activity) => [activity.campaignId, activity]));
};
