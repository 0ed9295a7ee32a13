import type { Campaign, EarningRule } from '../model.ts';
import type { Standing } from '../standing.ts';
import { noGrants, type Gain } from './verdict.ts';

type VisitFixed = Extract<EarningRule, { readonly type: 'VISIT_FIXED' }>;

/** VISIT_FIXED: the rule's points, and one more visit of the member to this campaign (D23). */
export const visitGain = (
  { points }: VisitFixed,
  { id }: Pick<Campaign, 'id'>,
  standing: Standing,
): Gain => ({
  points,
  grants: noGrants,
  counts: [{ kind: 'VISITS', count: standing.memberCount(id, 'VISITS').count + 1, completed: 0 }],
});
