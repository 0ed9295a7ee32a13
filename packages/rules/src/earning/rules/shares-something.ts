import type { Campaign } from '../../model/campaign.ts';
import { sharedScopesOf } from './surprise-delight.ts';

/** True when members share a budget or a count under the campaign. */
export const sharesSomething = ({ maxBudgetCents, earningRule }: Campaign): boolean =>
  maxBudgetCents !== null || sharedScopesOf(earningRule, '').length > 0;
