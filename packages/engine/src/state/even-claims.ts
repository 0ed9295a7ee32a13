import type { BudgetClaim } from '@loyalty/configuration';
import { groupBy, type EnvironmentId } from '@loyalty/kernel';

/** Each change costs a statement of the batch, so a tenant's alternating budgets would cost everybody in it. */
const changesMax = 8;

/**
 * Locks all budgets of an environment where locked and shared ones alternate more often than that, in the order of their ids: neighbours
 * that are held alike are held by one statement.
 */
export const evenClaims = (claims: readonly BudgetClaim[]): readonly BudgetClaim[] => {
  const uneven = new Set<EnvironmentId>();
  for (const [environmentId, own] of groupBy(claims, (claim) => claim.environmentId))
    if (changesOf(own) > changesMax) uneven.add(environmentId);
  return claims.map((claim) => (uneven.has(claim.environmentId) ? { ...claim, isLocked: true } : claim));
};

const changesOf = (claims: readonly BudgetClaim[]): number => {
  const ordered = claims.toSorted((one, other) => (one.campaignId < other.campaignId ? -1 : 1));
  return ordered.filter(({ isLocked }, place) => place > 0 && isLocked !== ordered[place - 1]?.isLocked)
    .length;
};
