import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';

/** The limits on the configuration of an environment (D74). */
export const configurationLimits = {
  activeCampaigns: 200,
  /** Not ARCHIVED. */
  campaigns: 1_000,
  /**
   * Bytes of campaigns that are not ARCHIVED: the lists and the JSON that engines load
   * (`campaign-limits.ts`).
   */
  campaignBytes: 8 * 1024 * 1024,
  /** Skus, categories and stores in lists of ACTIVE campaigns, which engines index (`campaign-limits.ts`). */
  listedValues: 100_000,
  tiers: 100,
  segments: 1_000,
  dynamicSegments: 100,
  /** In all DYNAMIC segments together. */
  segmentComparisons: 1_000,
  /** Not ARCHIVED. */
  eventDefinitions: 500,
  /** Not deleted. */
  webhooks: 100,
} as const;

type LimitedConfiguration = keyof typeof configurationLimits;

/**
 * A write that would exceed a limit, and writes nothing: respond with 409 LIMIT_EXCEEDED and the other fields
 * as its context.
 */
export interface LimitExceeded {
  readonly outcome: 'limit-exceeded';
  readonly limit: number;
  readonly of: LimitedConfiguration;
}

export const limitExceeded = (of: LimitedConfiguration): LimitExceeded => ({
  outcome: 'limit-exceeded',
  limit: configurationLimits[of],
  of,
});

export type CountedConfiguration = Exclude<
  LimitedConfiguration,
  'campaignBytes' | 'listedValues' | 'dynamicSegments' | 'segmentComparisons'
>;

/**
 * At most so many deleted endpoints may be replaced within three hours. Deliveries of a deleted endpoint are
 * retried for that long. Without this bound, repeated create and delete would add ever more endpoints for the
 * dispatchers to serve.
 */
const exchangedMax = 100;

const counting = (name: string, rows: string): Statement => ({
  name: `limit-count-${name}`,
  text: `SELECT count(*) AS count FROM ${rows}`,
});

const counts: Readonly<Record<CountedConfiguration, Statement>> = {
  activeCampaigns: counting('active-campaigns', `campaigns WHERE environment_id = $1 AND state = 'ACTIVE'`),
  campaigns: counting('campaigns', `campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED'`),
  tiers: counting('tiers', 'tiers WHERE environment_id = $1'),
  segments: counting('segments', 'segments WHERE environment_id = $1'),
  eventDefinitions: counting(
    'event-definitions',
    `event_definitions WHERE environment_id = $1 AND state <> 'ARCHIVED'`,
  ),
  webhooks: {
    name: 'limit-count-webhooks',
    text: `SELECT greatest(count(*) FILTER (WHERE deleted_at IS NULL), count(*) - ${exchangedMax.toString()}) AS count
             FROM webhooks WHERE environment_id = $1 AND (deleted_at IS NULL OR deleted_at > now() - interval '3 hours')`,
  },
};

/**
 * Returns the limit that one more of this kind would exceed, or null (D74). The result holds until the end of
 * a `growingWrite`.
 */
export const findExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  of: CountedConfiguration,
): Promise<LimitExceeded | null> => {
  const { count } = onlyRow(await tx.query<{ count: number }>(counts[of], [environmentId]), 'counts');
  return count < configurationLimits[of] ? null : limitExceeded(of);
};
