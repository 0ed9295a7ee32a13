import { awaitAll, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import type { BudgetState } from '@loyalty/rules';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** The key of one campaign of one environment. */
export interface CampaignKey {
  readonly environmentId: EnvironmentId;
  readonly campaignId: CampaignId;
}

/** The current budget of a campaign; null where its row is missing, which is a broken invariant and not an unlimited budget. */
export interface CampaignBudgetState extends CampaignKey {
  readonly budget: BudgetState | null;
}

type BudgetRow = CampaignKey & Omit<BudgetState, 'spentCents'> & { readonly spentCents: number | null };

const named = '(environment_id, campaign_id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))';

const lockStatement: Statement = {
  name: 'budgets-lock',
  text: `SELECT campaign_id FROM campaign_budgets WHERE ${named}
          ORDER BY environment_id, campaign_id FOR NO KEY UPDATE`,
};

/** The whole spending of a campaign; `b` is its row of `campaign_budgets`. */
export const spentCentsOf = `LEAST(b.spent_cents + COALESCE((
  SELECT sum(s.cents) FROM campaign_spendings s
   WHERE s.environment_id = b.environment_id AND s.campaign_id = b.campaign_id), 0), 9007199254740991)::bigint`;

/** A transaction that changes the bound of a budget locks this row first. So under the lock neither of the two can change. */
const readStatement: Statement = {
  name: 'budgets-read',
  text: `SELECT c.environment_id AS "environmentId", c.id AS "campaignId",
                CASE WHEN b.campaign_id IS NOT NULL THEN ${spentCentsOf} END AS "spentCents",
                b.alerted_for_cents AS "alertedForCents", c.max_budget_cents AS "maxBudgetCents",
                c.alert_threshold AS "alertThreshold"
           FROM campaigns c
           LEFT JOIN campaign_budgets b ON b.environment_id = c.environment_id AND b.campaign_id = c.id
          WHERE (c.environment_id, c.id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))`,
};

const valuesOf = (names: readonly CampaignKey[]): unknown[] => [
  names.map(({ environmentId }) => environmentId),
  names.map(({ campaignId }) => campaignId),
];

/** Locks budgets in the order of their keys, until the transaction ends. */
export const lockBudgets = async (tx: Transaction, names: readonly CampaignKey[]): Promise<void> => {
  if (names.length > 0) await tx.query(lockStatement, valuesOf(names));
};

/**
 * Returns current budgets. If this transaction has locked them, nothing is added to them but by batches that have read the campaign
 * without a bound.
 */
export const readBudgets = async (
  db: Queryable,
  names: readonly CampaignKey[],
): Promise<CampaignBudgetState[]> => {
  if (names.length === 0) return [];
  const rows = await db.query<BudgetRow>(readStatement, valuesOf(names));
  return rows.map(({ environmentId, campaignId, spentCents, ...bound }) => {
    const budget = spentCents === null ? null : { spentCents, ...bound };
    return { environmentId, campaignId, budget };
  });
};

/** The amount that a batch adds to one budget. */
export interface BudgetSpending extends CampaignKey {
  readonly cents: number;
  /** The budget for which this batch publishes an alert; null when it publishes none. */
  readonly alertedForCents: number | null;
}

const claimStatement: Statement = {
  name: 'budgets-claim',
  text: `SELECT campaign_id FROM campaign_budgets WHERE ${named}
          ORDER BY environment_id, campaign_id FOR NO KEY UPDATE SKIP LOCKED`,
};

/**
 * Begins behind the claim, so it sees the rows as they were locked. `xmax` is the transaction that holds a row: in all others the row
 * belongs to somebody else, or became free just now, and the amount is kept beside it. Each amount finds its row by key: a join with
 * `claimed` would compare it with all of them.
 */
export const spendStatement: Statement = {
  name: 'budgets-spend',
  text: `WITH w AS (
           SELECT * FROM unnest($1::int[], $2::uuid[], $3::numeric[], $4::bigint[])
                      AS w (environment_id, campaign_id, cents, alerted)),
         claimed AS MATERIALIZED (
           SELECT environment_id, campaign_id FROM campaign_budgets
            WHERE ${named} AND xmax = pg_current_xact_id()::xid),
         folded AS (
           DELETE FROM campaign_spendings s USING claimed c
            WHERE s.environment_id = c.environment_id AND s.campaign_id = c.campaign_id
           RETURNING s.environment_id, s.campaign_id, s.cents),
         added AS (
           UPDATE campaign_budgets AS b
              SET spent_cents = LEAST(b.spent_cents + w.cents + COALESCE((
                    SELECT sum(f.cents) FROM folded f
                     WHERE f.environment_id = b.environment_id AND f.campaign_id = b.campaign_id), 0), 9007199254740991),
                  alerted_for_cents = COALESCE(w.alerted, b.alerted_for_cents)
             FROM w
            WHERE b.environment_id = w.environment_id AND b.campaign_id = w.campaign_id AND b.xmax = pg_current_xact_id()::xid)
         INSERT INTO campaign_spendings (environment_id, campaign_id, cents)
         SELECT w.environment_id, w.campaign_id, LEAST(w.cents, 9007199254740991) FROM w
          WHERE NOT EXISTS (
            SELECT FROM campaign_budgets c
             WHERE c.environment_id = w.environment_id AND c.campaign_id = w.campaign_id AND c.xmax = pg_current_xact_id()::xid)`,
};

/**
 * Adds the awarded amounts, and waits for nobody: the amount of a budget that somebody else has locked becomes a row beside it. The next
 * transaction that finds the budget free adds such rows to it. Budgets with a bound are locked by the caller, so theirs are never beside.
 */
export const spendBudgets = async (tx: Transaction, spendings: readonly BudgetSpending[]): Promise<void> => {
  if (spendings.length === 0) return;
  await awaitAll([
    tx.query(claimStatement, valuesOf(spendings)),
    tx.query(spendStatement, [
      ...valuesOf(spendings),
      spendings.map(({ cents }) => cents),
      spendings.map(({ alertedForCents }) => alertedForCents),
    ]),
  ]);
};

const pauseStatement: Statement = {
  name: 'budgets-pause',
  text: `UPDATE campaigns SET state = 'PAUSED', paused_reason = 'BUDGET', updated_at = now()
          WHERE ${named.replace('campaign_id', 'id')} AND state = 'ACTIVE'
         RETURNING environment_id AS "environmentId", id AS "campaignId"`,
};

/**
 * Pauses campaigns whose budget is spent. Returns the ones that were ACTIVE until now: only for these a fact is published (D32).
 * The caller must raise the configuration's version last.
 */
export const pauseSpentCampaigns = (tx: Transaction, names: readonly CampaignKey[]): Promise<CampaignKey[]> =>
  tx.query<CampaignKey>(pauseStatement, valuesOf(names));
