import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import {
  configurationLimits,
  limitExceeded,
  type LimitedConfiguration,
  type LimitExceeded,
} from './configuration-limits.ts';

/** What is limited in number. */
export type CountedConfiguration = Exclude<
  LimitedConfiguration,
  'campaignBytes' | 'listedValues' | 'dynamicSegments' | 'segmentComparisons'
>;

const counting = (name: string, rows: string): Statement => ({
  name: `limit-count-${name}`,
  text: `SELECT count(*) AS count FROM ${rows}`,
});

/**
 * So many of those that are there may take the place of others within three hours. Deliveries of one that was deleted are tried for as
 * long, so without a bound each endpoint that comes and goes would leave one more that the dispatchers serve.
 */
const exchangedWebhooks = 100;

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
    text: `SELECT greatest(count(*) FILTER (WHERE deleted_at IS NULL), count(*) - ${exchangedWebhooks.toString()}) AS count
             FROM webhooks WHERE environment_id = $1 AND (deleted_at IS NULL OR deleted_at > now() - interval '3 hours')`,
  },
};

/** The limit that one more of this would pass, or null (D74). Holds until the end of a `growingWrite`. */
export const findExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  of: CountedConfiguration,
): Promise<LimitExceeded | null> => {
  const { count } = onlyRow(await tx.query<{ count: number }>(counts[of], [environmentId]), 'counts');
  return count < configurationLimits[of] ? null : limitExceeded(of);
};
