import type { TypedFact } from '@loyalty/contracts';
import type { Campaign } from '../model/campaign.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { budgetInPoints } from './budget.ts';

/**
 * The fact that a campaign was paused because its budget is spent, through an award or a change of its budget (D31,
 * D32).
 */
export const budgetSuspended = (
  { id, name, maxBudgetCents }: Pick<Campaign, 'id' | 'name' | 'maxBudgetCents'>,
  { pointValueCents }: Pick<Snapshot, 'pointValueCents'>,
): TypedFact<'campaign.budget_suspended'> => ({
  type: 'campaign.budget_suspended',
  data: {
    campaignId: id,
    campaignName: name,
    budgetCap: budgetInPoints(maxBudgetCents ?? 0, pointValueCents),
  },
});
