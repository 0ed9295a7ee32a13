import type { Campaign } from '../../model/campaign.ts';
import { sharedScopesOf } from './surprise-delight.ts';

/** True when members share something under the campaign: a budget, or a count. */
export const sharesSomething = ({ maxBudgetCents, earningRule }: Campaign): boolean =>
  maxBudgetCents !== null || sharedScopesOf(earningRule, '').length > 0;
