import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { CampaignTimes } from '@loyalty/rules/earning';
import {
  LostRace,
  ownedIds,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import type { OwnedId } from './accounts.ts';

export interface StoredTimes extends CampaignTimes {
  readonly environmentId: EnvironmentId;
}

const readStatement: Statement = {
  name: 'campaign-uses-read',
  text: `SELECT environment_id AS "environmentId", campaign_id AS "campaignId", times FROM campaign_uses
          WHERE (environment_id, campaign_id) IN (SELECT * FROM unnest(${ownedIds.arrays}))`,
};

/** Reads the committed counts without a lock. They only grow, so a limit that one has reached stays reached. */
export const readCampaignTimes = async (
  db: Queryable,
  campaigns: readonly OwnedId[],
): Promise<StoredTimes[]> =>
  campaigns.length === 0 ? [] : db.query<StoredTimes>(readStatement, ownedIds.valuesOf(campaigns));

/** How often one batch awarded from a campaign, and the limit by which that was decided. */
export interface AddedTimes {
  readonly environmentId: EnvironmentId;
  readonly campaignId: CampaignId;
  readonly times: number;
  readonly max: number;
}

const addedRows = rowArrays<AddedTimes>((fields) =>
  fields('environment_id int', 'campaign_id uuid', 'times bigint'),
);

// The order in which rows are locked is that of their keys, so that no two batches wait for each other.
const addStatement: Statement = {
  name: 'campaign-uses-add',
  text: `INSERT INTO campaign_uses AS c (environment_id, campaign_id, times)
         SELECT environment_id, campaign_id, times
           FROM ${addedRows.as('a')}
          ORDER BY environment_id, campaign_id
         ON CONFLICT (environment_id, campaign_id) DO UPDATE SET times = c.times + EXCLUDED.times
         RETURNING campaign_id AS "campaignId", times`,
};

/**
 * Adds times. It waits for batches that add to the same campaigns until they have committed. Throws LostRace
 * if the sum passes the limit: the batch is then decided by the newer count. Each campaign may be named once.
 */
export const addCampaignTimes = async (tx: Transaction, added: readonly AddedTimes[]): Promise<void> => {
  if (added.length === 0) return;
  const sums = await tx.query<CampaignTimes>(addStatement, addedRows.valuesOf(added));
  const limits = new Map(added.map(({ campaignId, max }) => [campaignId, max]));
  if (sums.some(({ campaignId, times }) => times > (limits.get(campaignId) ?? 0)))
    throw new LostRace('a limit of a campaign was reached meanwhile');
};
