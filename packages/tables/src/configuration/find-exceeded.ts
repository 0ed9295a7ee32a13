import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import {
  configurationLimits,
  limitExceeded,
  type LimitedConfiguration,
  type LimitExceeded,
} from './configuration-limits.ts';

/** The kinds of configuration that are limited in number. */
export type CountedConfiguration = Exclude<
  LimitedConfiguration,
  'campaignBytes' | 'listedValues' | 'dynamicSegments' | 'segmentComparisons'
>;

const counting = (name: string, rows: string): Statement => ({
  name: `limit-count-${name}`,
  text: `SELECT count(*) AS count FROM ${rows}`,
});

const counts: Readonly<Record<Exclude<CountedConfiguration, 'webhooks'>, Statement>> = {
  activeCampaigns: counting('active-campaigns', `campaigns WHERE environment_id = $1 AND state = 'ACTIVE'`),
  campaigns: counting('campaigns', `campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED'`),
  tiers: counting('tiers', 'tiers WHERE environment_id = $1'),
  segments: counting('segments', 'segments WHERE environment_id = $1'),
  eventDefinitions: counting(
    'event-definitions',
    `event_definitions WHERE environment_id = $1 AND state <> 'ARCHIVED'`,
  ),
};

/** Returns the limit that one more of this kind would exceed, or null (D74). The result holds until the end of a `growingWrite`. */
export const findExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  of: keyof typeof counts,
): Promise<LimitExceeded | null> => findExceededBy(tx, environmentId, { of, statement: counts[of] });

/** The same for rows of another package: `statement` returns their number in the environment `$1` as `count`. */
export const findExceededBy = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { of, statement }: { readonly of: CountedConfiguration; readonly statement: Statement },
): Promise<LimitExceeded | null> => {
  const { count } = onlyRow(await tx.query<{ count: number }>(statement, [environmentId]), 'counts');
  return count < configurationLimits[of] ? null : limitExceeded(of);
};
