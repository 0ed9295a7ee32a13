import { groupBy } from '@loyalty/kernel';
import type { CampaignKey } from './budgets.ts';

/** How a batch wants to hold a budget. */
export interface BudgetClaim extends CampaignKey {
  /** True: alone, until the transaction ends. False: beside others, each with an allowance of its own. */
  readonly isLocked: boolean;
}

/** Returns the claims in the one lock order. */
export const inOrder = (claims: readonly BudgetClaim[]): readonly BudgetClaim[] =>
  claims.toSorted(
    (a, b) =>
      a.environmentId - b.environmentId ||
      (a.campaignId < b.campaignId ? -1 : Number(a.campaignId > b.campaignId)),
  );

/** Each change costs a statement of the batch, so a tenant's alternating budgets would cost everybody in it. */
const changesMax = 8;

/**
 * Returns the claims in the one lock order. An environment where locked and shared budgets alternate more than eight times has all of them
 * locked: neighbours that are held alike are held by one statement.
 */
export const orderClaims = (claims: readonly BudgetClaim[]): readonly BudgetClaim[] =>
  [...groupBy(inOrder(claims), ({ environmentId }) => environmentId).values()].flatMap((own) =>
    changesOf(own) > changesMax ? own.map((claim) => ({ ...claim, isLocked: true })) : own,
  );

const changesOf = (ordered: readonly BudgetClaim[]): number =>
  ordered.filter(({ isLocked }, place) => place > 0 && isLocked !== ordered[place - 1]?.isLocked).length;
