import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** The current state of a campaign's budget. */
export interface BudgetEffects {
  readonly environmentId: EnvironmentId;
  readonly campaignId: string;
  readonly state: string;
  readonly isAlerted: boolean;
  /** The time of the campaign's last change, milliseconds since the epoch. */
  readonly updatedAtMs: number;
}

const statement: Statement = {
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
  db.query<BudgetEffects>(statement, [
    campaigns.map(({ environmentId }) => environmentId),
    campaigns.map(({ campaignId }) => campaignId),
  ]);
