import type { Campaign, EarningRule } from '../../model/campaign.ts';
import type { EarningInputs } from '../../model/earning-inputs.ts';
import { noGrants, type RuleAward } from './rule-outcome.ts';

type VisitFixed = Extract<EarningRule, { readonly type: 'VISIT_FIXED' }>;

/** VISIT_FIXED: gives the rule's points, and counts one visit of the member to this campaign (D23). */
export const visitAward = (
  { points }: VisitFixed,
  { id }: Pick<Campaign, 'id'>,
  inputs: EarningInputs,
): RuleAward => ({
  points,
  grants: noGrants,
  counts: [{ kind: 'VISITS', count: inputs.memberCount(id, 'VISITS').count + 1, completed: 0 }],
});
