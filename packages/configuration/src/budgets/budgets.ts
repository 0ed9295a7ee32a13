import { awaitAll, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import type { BudgetState } from '@loyalty/rules';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** The key of one campaign of one environment. */
export interface CampaignKey {
  readonly environmentId: EnvironmentId;
  readonly campaignId: CampaignId;
}

/** The current budget of a campaign. */
export interface CampaignBudgetState extends CampaignKey {
  readonly budget: BudgetState;
}

type BudgetRow = CampaignKey & BudgetState;

const named = '(environment_id, campaign_id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))';

const lockStatement: Statement = {
  name: 'budgets-lock',
  text: `SELECT campaign_id FROM campaign_budgets WHERE ${named}
          ORDER BY environment_id, campaign_id FOR NO KEY UPDATE`,
};

/** A transaction that changes the bound of a budget locks this row first. So under the lock neither of the two can change. */
const readStatement: Statement = {
  name: 'budgets-read',
  text: `SELECT b.environment_id AS "environmentId", b.campaign_id AS "campaignId", b.spent_cents AS "spentCents",
                b.alerted_for_cents AS "alertedForCents", c.max_budget_cents AS "maxBudgetCents",
                c.alert_threshold AS "alertThreshold"
           FROM campaign_budgets b
           JOIN campaigns c ON c.environment_id = b.environment_id AND c.id = b.campaign_id
          WHERE (b.environment_id, b.campaign_id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))`,
};

const valuesOf = (names: readonly CampaignKey[]): unknown[] => [
  names.map(({ environmentId }) => environmentId),
  names.map(({ campaignId }) => campaignId),
];

/** Locks budgets in the order of their keys, until the transaction ends. */
export const lockBudgets = async (tx: Transaction, names: readonly CampaignKey[]): Promise<void> => {
  if (names.length > 0) await tx.query(lockStatement, valuesOf(names));
};

/** Returns current budgets. They cannot change if this transaction has locked them. */
export const readBudgets = async (
  db: Queryable,
  names: readonly CampaignKey[],
): Promise<CampaignBudgetState[]> => {
  if (names.length === 0) return [];
  const rows = await db.query<BudgetRow>(readStatement, valuesOf(names));
  return rows.map(({ environmentId, campaignId, ...budget }) => ({ environmentId, campaignId, budget }));
};

/** The amount that a batch adds to one budget. */
export interface BudgetSpending extends CampaignKey {
  readonly cents: number;
  /** The budget for which this batch publishes an alert; null when it publishes none. */
  readonly alertedForCents: number | null;
}

const spendStatement: Statement = {
  name: 'budgets-spend',
  text: `UPDATE campaign_budgets AS b
            SET spent_cents = LEAST(b.spent_cents + w.cents, 9007199254740991),
                alerted_for_cents = COALESCE(w.alerted, b.alerted_for_cents)
           FROM unnest($1::int[], $2::uuid[], $3::numeric[], $4::bigint[]) AS w (environment_id, campaign_id, cents, alerted)
          WHERE b.environment_id = w.environment_id AND b.campaign_id = w.campaign_id`,
};

/**
 * Adds the awarded amounts. It first locks the rows that are not locked yet, in order. All engines spend from a campaign without a
 * bound at once, and none of them waits before it has decided.
 */
export const spendBudgets = async (tx: Transaction, spendings: readonly BudgetSpending[]): Promise<void> => {
  if (spendings.length === 0) return;
  await awaitAll([
    lockBudgets(tx, spendings),
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
