import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** The key of an entity that management calls write: its kind as facts name it, and its id, definition key or setting name. */
interface EntityKey {
  readonly environmentId: EnvironmentId;
  readonly kind: string;
  readonly entityId: string;
}

/** An entity that exists: neither deleted nor revoked. */
export interface WrittenEntity extends EntityKey {
  /** The time of the last write, milliseconds since the epoch. */
  readonly updatedAtMs: number;
}

/** By kind, so that ids use their index, and only UUIDs are cast to uuid. */
const lookUp = (kind: string, table: string, and = ''): string =>
  `SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
     JOIN ${table} t ON t.environment_id = k.environment_id AND t.id = CASE WHEN k.kind = '${kind}' THEN k.id::uuid END ${and}`;

const statement: Statement = {
  name: 'written-entities',
  text: `WITH named AS (SELECT * FROM unnest($1::int[], $2::text[], $3::text[]) AS k (environment_id, kind, id)),
         found AS (
           ${lookUp('campaign', 'campaigns')} UNION ALL
           ${lookUp('tier', 'tiers')} UNION ALL
           ${lookUp('segment', 'segments')} UNION ALL
           ${lookUp('webhook', 'webhooks', 'AND t.deleted_at IS NULL')} UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
             JOIN event_definitions t ON k.kind = 'event-definition' AND t.environment_id = k.environment_id AND t.key = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.created_at FROM named k
             JOIN api_keys t ON t.id = CASE WHEN k.kind = 'api-key' THEN k.id::uuid END AND t.environment_id = k.environment_id
                            AND t.revoked_at IS NULL
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, to_timestamp((t.settings_written ->> k.id)::float8 / 1000) FROM named k
             JOIN environments t ON k.kind = 'setting' AND t.id = k.environment_id AND t.settings_written ? k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
             JOIN reward_providers t ON k.kind = 'provider' AND t.environment_id = k.environment_id AND t.name = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.created_at FROM named k
             JOIN tenant_streams t ON k.kind = 'stream' AND t.environment_id = k.environment_id AND t.topic = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.created_at FROM named k
             JOIN tenants t ON t.id = CASE WHEN k.kind = 'tenant' THEN k.id::uuid END)
         SELECT environment_id AS "environmentId", kind, id AS "entityId",
                (extract(epoch FROM updated_at) * 1000)::float8 AS "updatedAtMs" FROM found`,
};

/** Returns the entities that exist. */
export const readWrittenEntities = (db: Queryable, names: readonly EntityKey[]): Promise<WrittenEntity[]> =>
  db.query<WrittenEntity>(statement, [
    names.map(({ environmentId }) => environmentId),
    names.map(({ kind }) => kind),
    names.map(({ entityId }) => entityId),
  ]);

/** The current state of a campaign's budget. */
export interface BudgetEffects {
  readonly environmentId: EnvironmentId;
  readonly campaignId: string;
  readonly state: string;
  readonly isAlerted: boolean;
  /** The time of the campaign's last change, milliseconds since the epoch. */
  readonly updatedAtMs: number;
}

const budgetsStatement: Statement = {
  name: 'effects-budgets',
  text: `SELECT c.environment_id AS "environmentId", c.id AS "campaignId", c.state,
                coalesce(b.alerted_for_cents IS NOT NULL, false) AS "isAlerted",
                (extract(epoch FROM c.updated_at) * 1000)::float8 AS "updatedAtMs"
           FROM unnest($1::int[], $2::uuid[]) AS k (environment_id, id)
           JOIN campaigns c ON (c.environment_id, c.id) = (k.environment_id, k.id)
           LEFT JOIN campaign_budgets b ON (b.environment_id, b.campaign_id) = (c.environment_id, c.id)`,
};

/** Returns the campaigns that exist; one row for each time that a campaign is named. */
export const readBudgetEffects = (
  db: Queryable,
  campaigns: readonly { readonly environmentId: EnvironmentId; readonly campaignId: string }[],
): Promise<BudgetEffects[]> =>
  db.query<BudgetEffects>(budgetsStatement, [
    campaigns.map(({ environmentId }) => environmentId),
    campaigns.map(({ campaignId }) => campaignId),
  ]);
