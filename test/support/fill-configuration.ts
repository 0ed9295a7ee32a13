import { openStoredRows } from './stored-rows.ts';
import type { TestTenant } from './tenant.ts';

/** The kinds of rows that can be stored past all limits. */
export type Fillable =
  'activeCampaigns' | 'campaigns' | 'tiers' | 'segments' | 'eventDefinitions' | 'webhooks';

const environment = `(SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'test')`;

const campaigns = (state: string, activation: string): string => `
  WITH made AS (
    INSERT INTO campaigns (environment_id, id, name, earning_rule, state, activated_at, activation_seq)
    SELECT ${environment}, gen_random_uuid(), 'Filler', '{"type": "FIXED_POINTS", "points": 1}', '${state}', ${activation}
      FROM generate_series(1, $2::int)
    RETURNING environment_id, id)
  INSERT INTO campaign_budgets (environment_id, campaign_id) SELECT environment_id, id FROM made`;

const texts: Readonly<Record<Fillable, string>> = {
  activeCampaigns: campaigns('ACTIVE', `now(), nextval('campaign_activations')`),
  campaigns: campaigns('DRAFT', 'NULL, NULL'),
  tiers: `INSERT INTO tiers (environment_id, id, name, min_lifetime_points)
          SELECT ${environment}, gen_random_uuid(), 'Filler', n FROM generate_series(1, $2::int) AS n`,
  segments: `INSERT INTO segments (environment_id, id, name, type)
             SELECT ${environment}, gen_random_uuid(), 'Filler', 'STATIC' FROM generate_series(1, $2::int)`,
  eventDefinitions: `
    INSERT INTO event_definitions
           (environment_id, key, id, name, identity_property, referrer_property, lifecycle_type, properties)
    SELECT ${environment}, 'filler.' || n, gen_random_uuid(), 'Filler', 'customerId', 'referrerRef', 'CUSTOM', '{}'
      FROM generate_series(1, $2::int) AS n`,
  webhooks: `INSERT INTO webhooks (environment_id, id, url, events, secret)
             SELECT ${environment}, gen_random_uuid(), 'https://filler.example', '{*}', '\\x00'
               FROM generate_series(1, $2::int)`,
};

/** Stores `count` rows of a kind in the tenant's test environment with one statement, instead of thousands of calls. */
export const fillConfiguration = async (
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  of: Fillable,
  rows: number,
): Promise<void> => {
  const stored = openStoredRows();
  await stored.rowsOf(texts[of], [tenantId, rows]);
  await stored.close();
};
