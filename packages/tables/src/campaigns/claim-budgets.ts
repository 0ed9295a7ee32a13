import { awaitAll, type CampaignId, groupBy } from '@loyalty/kernel';
import { rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import {
  budgetOf,
  type CampaignBudgetState,
  type CampaignKey,
  campaignRows,
  readBudgetRows,
  namedBudgetsSql,
} from './budgets.ts';

/** The amount that one batch may spend from a budget that it has not locked. */
export interface BudgetAllowance {
  readonly id: string;
  readonly cents: number;
}

export interface ClaimedBudget extends CampaignBudgetState {
  /** True if the budget is held alone, because the batch wanted to or {@link orderClaims} says so. */
  readonly isLocked: boolean;
  /** The sum of all allowances, including those that others hold. */
  readonly allowedCents: number;
  /** The allowance of this batch; null if the budget is locked or no allowance was free. */
  readonly allowance: BudgetAllowance | null;
}

/** First key of the advisory lock of a budget; the second is part of the campaign's id. */
const budgetLockClass = 7_305_009;

/** Each takes a place in the server's lock table (some 6,400). Further budgets are locked without turns. */
const turnsMax = 64;

type Turn = readonly [key: number, isLocked: boolean];

const turnRows = rowArrays<Turn>((_, rows) => [
  ['key', 'int', rows.map(([key]) => key)],
  ['is_locked', 'boolean', rows.map(([, isLocked]) => isLocked)],
]).from(2);

/** FOR SHARE passes a waiter for the whole row, which would wait for ever. Advisory locks queue. */
const turnStatement: Statement = {
  name: 'budgets-turn',
  text: `SELECT CASE WHEN is_locked THEN pg_advisory_xact_lock($1, key)::text
                     ELSE pg_advisory_xact_lock_shared($1, key)::text END
           FROM ${turnRows.as('turns')}`,
};

const lockStatement: Statement = {
  name: 'budgets-lock',
  text: `SELECT campaign_id FROM campaign_budgets WHERE ${namedBudgetsSql}
          ORDER BY environment_id, campaign_id FOR NO KEY UPDATE`,
};

/** Keeps out every transaction that locks the budget, those of older builds included. */
const shareStatement: Statement = {
  name: 'budgets-share',
  text: `SELECT campaign_id FROM campaign_budgets WHERE ${namedBudgetsSql}
          ORDER BY environment_id, campaign_id FOR SHARE`,
};

/** Waits for nobody. A statement of its own behind the shares: it sees what the last lock left. */
const allowanceStatement: Statement = {
  name: 'budgets-allowances',
  text: `SELECT a.id, a.environment_id AS "environmentId", a.campaign_id AS "campaignId", a.allowance_cents AS cents
           FROM ${campaignRows.as('b')}
          CROSS JOIN LATERAL (
            SELECT s.id, s.environment_id, s.campaign_id, s.allowance_cents FROM campaign_spendings s
             WHERE s.environment_id = b.environment_id AND s.campaign_id = b.campaign_id AND s.allowance_cents > 0
             ORDER BY s.allowance_cents DESC LIMIT 1
               FOR UPDATE SKIP LOCKED) a`,
};

/** Locks budgets in the single lock order, until the transaction ends. */
export const lockBudgets = async (tx: Transaction, names: readonly CampaignKey[]): Promise<void> => {
  await holdBudgets(
    tx,
    inOrder(names.map(({ environmentId, campaignId }) => ({ environmentId, campaignId, isLocked: true }))),
  );
};

/**
 * Locks some budgets, and takes the largest free allowance of each of the others. Nothing is added to a
 * locked budget. Others leave `spentCents + allowedCents` of a shared one as it is, except for batches that
 * read it without a bound.
 */
export const claimBudgets = async (
  tx: Transaction,
  claims: readonly BudgetClaim[],
): Promise<readonly ClaimedBudget[]> => {
  if (claims.length === 0) return [];
  const ordered = orderClaims(claims);
  const [, allowances, rows] = await awaitAll([
    holdBudgets(tx, ordered),
    takeAllowances(tx, ordered),
    readBudgetRows(tx, ordered),
  ]);
  const taken = new Map(allowances.map((allowance) => [nameOf(allowance), allowance]));
  const locked = new Set(ordered.filter(({ isLocked }) => isLocked).map(nameOf));
  return rows.map((row) => {
    const allowance = taken.get(nameOf(row));
    return {
      environmentId: row.environmentId,
      campaignId: row.campaignId,
      isLocked: locked.has(nameOf(row)),
      budget: budgetOf(row),
      allowedCents: row.allowedCents,
      allowance: allowance === undefined ? null : { id: allowance.id, cents: allowance.cents },
    };
  });
};

type AllowanceRow = CampaignKey & BudgetAllowance;

const takeAllowances = async (
  tx: Transaction,
  claims: readonly BudgetClaim[],
): Promise<readonly AllowanceRow[]> => {
  const shared = claims.filter(({ isLocked }) => !isLocked);
  return shared.length === 0 ? [] : tx.query<AllowanceRow>(allowanceStatement, campaignRows.valuesOf(shared));
};

const nameOf = ({ environmentId, campaignId }: CampaignKey): string =>
  `${environmentId.toString()}/${campaignId}`;

/** First all turns, then all rows, each in one order: nobody waits in a circle. */
const holdBudgets = async (tx: Transaction, ordered: readonly BudgetClaim[]): Promise<void> => {
  if (ordered.length === 0) return;
  await awaitAll([
    tx.query(turnStatement, [budgetLockClass, ...turnRows.valuesOf(turnsOf(ordered))]),
    ...runsOf(ordered).map((run) =>
      tx.query(run[0]?.isLocked === true ? lockStatement : shareStatement, campaignRows.valuesOf(run)),
    ),
  ]);
};

/** Ascending; true where one of its budgets is locked. Campaigns with one key take turns for nothing. */
const turnsOf = (claims: readonly BudgetClaim[]): readonly Turn[] => {
  const turns = new Map<number, boolean>();
  for (const { campaignId, isLocked } of claims) {
    const key = keyOf(campaignId);
    turns.set(key, isLocked || turns.get(key) === true);
  }
  return [...turns].toSorted(([a], [b]) => a - b).slice(0, turnsMax);
};

/** The last 32 bits of an id are random. */
const keyOf = (campaignId: CampaignId): number => Number.parseInt(campaignId.slice(-8), 16) | 0;

/** Neighbours that are held alike are locked by one statement. */
const runsOf = (ordered: readonly BudgetClaim[]): readonly (readonly BudgetClaim[])[] => {
  const runs: BudgetClaim[][] = [];
  for (const claim of ordered) {
    const run = runs.at(-1);
    if (run?.[0]?.isLocked === claim.isLocked) run.push(claim);
    else runs.push([claim]);
  }
  return runs;
};

export interface BudgetClaim extends CampaignKey {
  /**
   * True if the budget is claimed alone; otherwise it is shared with others, each of which has an allowance
   * of its own.
   */
  readonly isLocked: boolean;
}

const inOrder = (claims: readonly BudgetClaim[]): readonly BudgetClaim[] =>
  claims.toSorted(
    (a, b) =>
      a.environmentId - b.environmentId ||
      (a.campaignId < b.campaignId ? -1 : Number(a.campaignId > b.campaignId)),
  );

/** Each change costs a statement: a tenant's alternating budgets would cost all in the batch. */
const changesMax = 8;

/**
 * Returns the claims in the single lock order. Beyond {@link changesMax} alternations, all of an
 * environment's budgets are locked.
 */
export const orderClaims = (claims: readonly BudgetClaim[]): readonly BudgetClaim[] =>
  [...groupBy(inOrder(claims), ({ environmentId }) => environmentId).values()].flatMap((own) =>
    changesOf(own) > changesMax ? own.map((claim) => ({ ...claim, isLocked: true })) : own,
  );

const changesOf = (ordered: readonly BudgetClaim[]): number =>
  ordered.filter(({ isLocked }, place) => place > 0 && isLocked !== ordered[place - 1]?.isLocked).length;
