import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';

const campaignsText = (state: string, activation: string): string => `
  WITH made AS (
    INSERT INTO campaigns (environment_id, id, name, earning_rule, state, activated_at, activation_seq)
    SELECT $1, gen_random_uuid(), 'Filler', '{"type": "FIXED_POINTS", "points": 1}'::jsonb, '${state}', ${activation}
      FROM generate_series(1, $2)
    RETURNING environment_id, id)
  INSERT INTO campaign_budgets (environment_id, campaign_id) SELECT environment_id, id FROM made`;

const texts = {
  activeCampaigns: campaignsText('ACTIVE', `now(), nextval('campaign_activations')`),
  campaigns: campaignsText('DRAFT', 'NULL, NULL'),
  tiers: `INSERT INTO tiers (environment_id, id, name, min_lifetime_points)
          SELECT $1, gen_random_uuid(), 'Filler', n FROM generate_series(1, $2) AS n`,
  segments: `INSERT INTO segments (environment_id, id, name, type)
             SELECT $1, gen_random_uuid(), 'Filler', 'STATIC' FROM generate_series(1, $2)`,
  eventDefinitions: `
    INSERT INTO event_definitions
           (environment_id, key, id, name, identity_property, referrer_property, lifecycle_type, properties)
    SELECT $1, 'filler.' || n, gen_random_uuid(), 'Filler', 'customerId', 'referrerRef', 'CUSTOM', '{}'
      FROM generate_series(1, $2) AS n`,
  webhooks: `INSERT INTO webhooks (environment_id, id, url, events, secret)
             SELECT $1, gen_random_uuid(), 'https://filler.example', '{*}', '\\x00' FROM generate_series(1, $2)`,
} as const;

/** The kinds of rows that can be stored past all limits. */
export type FillableKind = keyof typeof texts;

/** Stores this many rows of each kind without checking limits, with one statement for each kind. */
export const fillConfiguration = async (
  db: Queryable,
  environmentId: EnvironmentId,
  rows: Partial<Readonly<Record<FillableKind, number>>>,
): Promise<void> => {
  for (const [kind, count] of Object.entries(rows))
    await db.query(texts[kind as FillableKind], [environmentId, count]);
};
