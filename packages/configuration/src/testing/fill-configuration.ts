import type { EnvironmentId } from '@loyalty/kernel';
import type { EarningRule } from '@loyalty/rules';
import { onlyRow, type Database } from '@loyalty/storage';
import type { CountedConfiguration } from '../limits/find-exceeded.ts';

const rule = `'{"type": "FIXED_POINTS", "points": 1}'::jsonb`;

const campaignsText = (state: string, activation: string): string => `
  WITH made AS (
    INSERT INTO campaigns (environment_id, id, name, earning_rule, state, activated_at, activation_seq)
    SELECT $1, gen_random_uuid(), 'Filler', ${rule}, '${state}', ${activation} FROM generate_series(1, $2)
    RETURNING environment_id, id)
  INSERT INTO campaign_budgets (environment_id, campaign_id) SELECT environment_id, id FROM made`;

const texts: Readonly<Record<CountedConfiguration, string>> = {
  activeCampaigns: campaignsText('ACTIVE', `now(), nextval('campaign_activations')`),
  campaigns: campaignsText('DRAFT', 'NULL, NULL'),
  tiers: `INSERT INTO tiers (environment_id, id, name, min_lifetime_points)
          SELECT $1, gen_random_uuid(), 'Filler', n FROM generate_series(1, $2) AS n`,
  segments: `INSERT INTO segments (environment_id, id, name, type)
             SELECT $1, gen_random_uuid(), 'Filler', 'STATIC' FROM generate_series(1, $2)`,
  eventDefinitions: `
    INSERT INTO event_definitions
           (environment_id, key, id, name, identity_property, referrer_property, lifecycle_type, properties)
    SELECT $1, 'filler.' || n, gen_random_uuid(), 'Filler', 'customerId', 'referrerId', 'CUSTOM', '{}'
      FROM generate_series(1, $2) AS n`,
  webhooks: `INSERT INTO webhooks (environment_id, id, url, events, secret)
             SELECT $1, gen_random_uuid(), 'https://filler.example', '{*}', '\\x00' FROM generate_series(1, $2)`,
};

/** Stores so many rows of each kind, without checking limits, one statement for each kind. */
export const fillConfiguration = async (
  db: Database,
  environmentId: EnvironmentId,
  rows: Partial<Readonly<Record<CountedConfiguration, number>>>,
): Promise<void> => {
  for (const [of, count] of Object.entries(rows)) {
    await db.query(texts[of as CountedConfiguration], [environmentId, count]);
  }
};

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
