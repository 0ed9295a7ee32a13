import type { EnvironmentId } from '@loyalty/kernel';
import type { EarningRule } from '@loyalty/rules/campaigns';
import { type Database, onlyRow } from '@loyalty/storage';

/** Returns a rule of so many bytes of JSON, as Postgres writes it. */
export const ruleOfBytes = (bytes: number): Extract<EarningRule, { type: 'PRODUCT_PURCHASE' }> => {
  const rest = '{"type": "PRODUCT_PURCHASE", "skus": [""], "points": 1}'.length;
  return { type: 'PRODUCT_PURCHASE', points: 1, skus: ['s'.repeat(bytes - rest)] };
};

/** The bytes of a campaign without targets and stores, beside its rule. */
export const bytesOfEmptyLists = '[]'.length + '[]'.length;

/** Stores a DRAFT campaign of so many bytes, without checking limits. Returns its id. */
export const fillCampaignBytes = async (
  db: Database,
  environmentId: EnvironmentId,
  bytes: number,
): Promise<string> => {
  const rows = await db.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO campaigns (environment_id, id, name, earning_rule)
       VALUES ($1, gen_random_uuid(), 'Filler', $2) RETURNING environment_id, id)
     INSERT INTO campaign_budgets (environment_id, campaign_id) SELECT environment_id, id FROM made
     RETURNING campaign_id AS id`,
    [environmentId, JSON.stringify(ruleOfBytes(bytes - bytesOfEmptyLists))],
  );
  return onlyRow(rows, 'campaigns').id;
};
