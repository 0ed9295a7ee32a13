import type { TypedFact } from '@loyalty/contracts';
import type { Campaign } from '../model/campaign.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { budgetInPoints, type BudgetState } from './budget.ts';

/**
 * The fact that a campaign's spending reached its alert threshold, through an award or a change of its budget (D32,
 * D81).
 */
export const budgetAlert = (
  { id, name }: Pick<Campaign, 'id' | 'name'>,
  budget: Pick<BudgetState, 'maxBudgetCents' | 'alertThreshold' | 'spentCents'>,
  { pointValueCents }: Pick<Snapshot, 'pointValueCents'>,
): TypedFact<'campaign.budget_alert'> => ({
  type: 'campaign.budget_alert',
  data: {
    campaignId: id,
    campaignName: name,
    budgetCap: budgetInPoints(budget.maxBudgetCents ?? 0, pointValueCents),
    alertThreshold: budget.alertThreshold,
    spent: budgetInPoints(budget.spentCents, pointValueCents),
  },
});
