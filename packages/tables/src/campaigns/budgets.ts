import { awaitAll, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import type { Allowances, BudgetState } from '@loyalty/rules/budgets';
import { type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';

export interface CampaignKey {
  readonly environmentId: EnvironmentId;
  readonly campaignId: CampaignId;
}

/**
 * The budget of a campaign. It is null if its row is missing, which is a broken invariant and not an
 * unlimited budget.
 */
export interface CampaignBudgetState extends CampaignKey {
  readonly budget: BudgetState | null;
}

type BudgetRow = CampaignKey &
  Omit<BudgetState, 'spentCents'> & { readonly spentCents: number | null; readonly allowedCents: number };

export const campaignRows = rowArrays<CampaignKey>((fields) =>
  fields('environment_id int', 'campaign_id uuid'),
);

/** SQL: the budgets of {@link campaignRows}. */
export const namedBudgetsSql = `(environment_id, campaign_id) IN (SELECT * FROM unnest(${campaignRows.arrays}))`;

/** SQL: the spent amount, which is never below 0, however much was given back. */
export const spentCentsOf = `GREATEST(LEAST(b.spent_cents + COALESCE((
  SELECT sum(s.cents) FROM campaign_spendings s
   WHERE s.environment_id = b.environment_id AND s.campaign_id = b.campaign_id), 0), 9007199254740991), 0)::bigint`;

/** A transaction that changes the bound of a budget locks this row first: under the lock neither changes. */
const readStatement: Statement = {
  name: 'budgets-read',
  text: `SELECT c.environment_id AS "environmentId", c.id AS "campaignId",
                CASE WHEN b.campaign_id IS NOT NULL THEN ${spentCentsOf} END AS "spentCents",
                b.alerted_for_cents AS "alertedForCents", c.max_budget_cents AS "maxBudgetCents",
                c.alert_threshold AS "alertThreshold",
                COALESCE((SELECT sum(s.allowance_cents) FROM campaign_spendings s
                           WHERE s.environment_id = c.environment_id AND s.campaign_id = c.id), 0)::bigint AS "allowedCents"
           FROM campaigns c
           LEFT JOIN campaign_budgets b ON b.environment_id = c.environment_id AND b.campaign_id = c.id
          WHERE (c.environment_id, c.id) IN (SELECT * FROM unnest(${campaignRows.arrays}))`,
};

/** Reads budgets. Locked ones grow only by batches that have read the campaign without a bound. */
export const readBudgets = async (
  db: Queryable,
  names: readonly CampaignKey[],
): Promise<CampaignBudgetState[]> => {
  if (names.length === 0) return [];
  const rows = await readBudgetRows(db, names);
  return rows.map((row) => {
    const { environmentId, campaignId } = row;
    return { environmentId, campaignId, budget: budgetOf(row) };
  });
};

export const readBudgetRows = (db: Queryable, names: readonly CampaignKey[]): Promise<BudgetRow[]> =>
  db.query<BudgetRow>(readStatement, campaignRows.valuesOf(names));

export const budgetOf = ({
  spentCents,
  maxBudgetCents,
  alertThreshold,
  alertedForCents,
}: BudgetRow): BudgetState | null =>
  spentCents === null ? null : { spentCents, maxBudgetCents, alertThreshold, alertedForCents };

export interface BudgetSpending extends CampaignKey {
  readonly cents: number;
  /** The budget for which this batch publishes an alert; null if it publishes none. */
  readonly alertedForCents: number | null;
  /** The allowance that pays, in which case the budget is not locked. By default the budget pays. */
  readonly allowanceId?: string;
  /**
   * True if the spending becomes a row next to the budget, which nobody looks at. Only for a campaign without
   * a bound. Default: false.
   */
  readonly isBeside?: boolean;
  /**
   * The allowances that others may spend from now on, without the lock that this batch holds. Default: none.
   */
  readonly allowances?: Allowances;
}

const centRows = rowArrays<CampaignKey & { readonly cents: number }>((fields, rows) => [
  ...campaignRows.columnsOf(rows),
  ...fields('cents numeric'),
]);
const claimStatement: Statement = {
  name: 'budgets-claim',
  text: `SELECT campaign_id FROM campaign_budgets WHERE ${namedBudgetsSql}
          ORDER BY environment_id, campaign_id FOR NO KEY UPDATE SKIP LOCKED`,
};

const spentRows = rowArrays<BudgetSpending>((_, rows) => [
  ...centRows.columnsOf(rows),
  ['alerted', 'bigint', rows.map(({ alertedForCents }) => alertedForCents)],
  ['allowances', 'int', rows.map(({ allowances }) => allowances?.count ?? 0)],
  ['allowance_cents', 'bigint', rows.map(({ allowances }) => allowances?.cents ?? 0)],
]);

// Each of thousands of amounts finds its row once, by key. A join with the added rows would compare all
// pairs; IN looks up by hash.
/**
 * Runs after the claim, so it sees the locked rows. `xmax` is the transaction that holds a row: an amount for
 * a row that somebody else holds, or that has just become free, is kept next to its budget.
 */
export const spendStatement: Statement = {
  name: 'budgets-spend',
  text: `WITH w AS MATERIALIZED (
           SELECT * FROM ${spentRows.as('w')}),
         folded AS (
           DELETE FROM campaign_spendings WHERE id = ANY (ARRAY(
             SELECT s.id FROM w CROSS JOIN LATERAL (
                      SELECT id, environment_id, campaign_id FROM campaign_spendings
                       WHERE environment_id = w.environment_id AND campaign_id = w.campaign_id OFFSET 0) s
              WHERE (SELECT b.xmax FROM campaign_budgets b
                      WHERE b.environment_id = s.environment_id AND b.campaign_id = s.campaign_id) = pg_current_xact_id()::xid))
           RETURNING environment_id, campaign_id, cents),
         added AS (
           UPDATE campaign_budgets AS b
              SET spent_cents = LEAST(GREATEST(b.spent_cents + COALESCE((
                    SELECT sum(f.cents) FROM folded f
                     WHERE f.environment_id = b.environment_id AND f.campaign_id = b.campaign_id), 0), 0) + w.cents, 9007199254740991),
                  alerted_for_cents = COALESCE(w.alerted, b.alerted_for_cents)
             FROM w
            WHERE b.environment_id = w.environment_id AND b.campaign_id = w.campaign_id AND b.xmax = pg_current_xact_id()::xid
           RETURNING b.environment_id, b.campaign_id),
         held AS MATERIALIZED (
           SELECT w.*, (w.environment_id, w.campaign_id) IN (SELECT * FROM added) AS is_held FROM w)
         INSERT INTO campaign_spendings (environment_id, campaign_id, cents, allowance_cents)
         SELECT environment_id, campaign_id, CASE WHEN is_held THEN 0 ELSE LEAST(cents, 9007199254740991) END,
                CASE WHEN is_held THEN allowance_cents ELSE 0 END
           FROM held, generate_series(1, CASE WHEN is_held THEN allowances ELSE 1 END)`,
};

const paidRows = rowArrays<BudgetSpending>((fields, rows) => [
  ['id', 'uuid', rows.map(({ allowanceId }) => allowanceId)],
  ...fields('cents bigint'),
]);

/** These rows are locked, and their budgets are shared: nobody adds them to the budget meanwhile. */
const useAllowancesStatement: Statement = {
  name: 'budgets-use-allowances',
  text: `UPDATE campaign_spendings AS s
            SET cents = s.cents + w.cents, allowance_cents = s.allowance_cents - w.cents
           FROM ${paidRows.as('w')}
          WHERE s.id = w.id`,
};

/**
 * Spends from budgets without waiting: the amount for a budget that somebody else has locked becomes a row
 * next to it. Budgets with a bound are locked by the caller or paid from its allowances. A transaction that
 * holds a budget alone adds up the rows next to it.
 */
export const spendBudgets = async (tx: Transaction, spendings: readonly BudgetSpending[]): Promise<void> => {
  const paid = spendings.filter(({ allowanceId }) => allowanceId !== undefined);
  const unpaid = spendings.filter(({ allowanceId }) => allowanceId === undefined);
  const added = unpaid.filter(({ isBeside }) => isBeside !== true);
  const beside = unpaid.filter(({ isBeside, cents }) => isBeside === true && cents > 0);
  await awaitAll([addToBudgets(tx, added), useAllowances(tx, paid), insertBeside(tx, beside)]);
};

const besideStatement: Statement = {
  name: 'budgets-spend-beside',
  text: `INSERT INTO campaign_spendings (environment_id, campaign_id, cents)
         SELECT environment_id, campaign_id, LEAST(cents, 9007199254740991)
           FROM ${centRows.as('w')}`,
};

const insertBeside = async (tx: Transaction, spendings: readonly BudgetSpending[]): Promise<void> => {
  if (spendings.length > 0) await tx.query(besideStatement, centRows.valuesOf(spendings));
};

const addToBudgets = async (tx: Transaction, spendings: readonly BudgetSpending[]): Promise<void> => {
  if (spendings.length === 0) return;
  await awaitAll([
    tx.query(claimStatement, campaignRows.valuesOf(spendings)),
    tx.query(spendStatement, spentRows.valuesOf(spendings)),
  ]);
};

const useAllowances = async (tx: Transaction, spendings: readonly BudgetSpending[]): Promise<void> => {
  if (spendings.length > 0) await tx.query(useAllowancesStatement, paidRows.valuesOf(spendings));
};

export interface GivenBack extends CampaignKey {
  readonly cents: number;
}

/** A row whose cents are below 0 has no allowance, so no batch that spends takes it. */
const giveBackStatement: Statement = {
  name: 'budgets-give-back',
  text: `WITH g AS MATERIALIZED (
           SELECT * FROM ${centRows.as('g')}),
         free AS MATERIALIZED (
           SELECT s.id, g.environment_id, g.campaign_id, g.cents
             FROM g CROSS JOIN LATERAL (
                    SELECT b.id FROM campaign_spendings b
                     WHERE b.environment_id = g.environment_id AND b.campaign_id = g.campaign_id
                       AND b.cents < 0 AND b.allowance_cents = 0
                     LIMIT 1 FOR UPDATE SKIP LOCKED) s),
         lowered AS (
           UPDATE campaign_spendings AS b SET cents = GREATEST(b.cents - f.cents, -9007199254740991)
             FROM free f WHERE b.id = f.id)
         INSERT INTO campaign_spendings (environment_id, campaign_id, cents)
         SELECT environment_id, campaign_id, GREATEST(-cents, -9007199254740991) FROM g
          WHERE (environment_id, campaign_id) NOT IN (SELECT environment_id, campaign_id FROM free)`,
};

/**
 * Gives amounts back to budgets without locking one or waiting: an amount lowers a free row next to the
 * budget, or becomes one. Spending only falls by this, so no batch that shares the budget becomes wrong. It
 * comes after {@link spendBudgets} and last of what others may wait for, because a transaction that holds a
 * budget alone waits for such rows.
 */
export const giveBackBudgets = async (tx: Transaction, given: readonly GivenBack[]): Promise<void> => {
  const sums = new Map<string, GivenBack>();
  for (const { environmentId, campaignId, cents } of given) {
    const name = `${environmentId.toString()}/${campaignId}`;
    sums.set(name, { environmentId, campaignId, cents: (sums.get(name)?.cents ?? 0) + cents });
  }
  const positive = [...sums.values()].filter(({ cents }) => cents > 0);
  if (positive.length > 0) await tx.query(giveBackStatement, centRows.valuesOf(positive));
};

const lockCampaignsStatement: Statement = {
  name: 'budgets-lock-campaigns',
  text: `SELECT id FROM campaigns WHERE ${namedBudgetsSql.replace('campaign_id', 'id')}
          ORDER BY environment_id, id FOR NO KEY UPDATE`,
};

/**
 * Locks campaigns for a caller that will lock rewards, which come later in the lock order, before it knows
 * whether it pauses the campaigns.
 */
export const lockCampaigns = async (tx: Transaction, names: readonly CampaignKey[]): Promise<void> => {
  if (names.length > 0) await tx.query(lockCampaignsStatement, campaignRows.valuesOf(names));
};

const pauseStatement: Statement = {
  name: 'budgets-pause',
  text: `UPDATE campaigns SET state = 'PAUSED', paused_reason = 'BUDGET', updated_at = now()
          WHERE ${namedBudgetsSql.replace('campaign_id', 'id')} AND state = 'ACTIVE'
         RETURNING environment_id AS "environmentId", id AS "campaignId"`,
};

/**
 * Pauses campaigns and returns those that were ACTIVE, for each of which a fact is published (D32). The
 * caller raises the version last.
 */
export const pauseSpentCampaigns = (tx: Transaction, names: readonly CampaignKey[]): Promise<CampaignKey[]> =>
  tx.query<CampaignKey>(pauseStatement, campaignRows.valuesOf(names));
