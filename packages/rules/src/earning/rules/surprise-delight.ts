import type { Campaign, EarningRule, RuleOf, SurpriseRule } from '../../campaigns/campaign.ts';
import { tangibleOf } from '../../rewards/grants.ts';
import type { EarningInputs } from '../earning-inputs.ts';
import type { CountStep, RuleAward, TangibleGrant } from './rule-outcome.ts';

/**
 * Returns the scope of a shared count: the whole campaign or one store; null for a member's own count (D22).
 */
export const sharedScope = (rule: SurpriseRule, storeRef: string | null): string | null => {
  if (rule.scope === 'CAMPAIGN') return '';
  return rule.scope === 'STORE' && storeRef !== null ? `store:${storeRef}` : null;
};

export const sharedScopesOf = (rule: EarningRule, storeRef: string | null): readonly string[] => {
  if (rule.type !== 'SURPRISE_DELIGHT') return [];
  const scopes = new Set<string>();
  for (const one of rule.rewardRules) {
    const scope = sharedScope(one, storeRef);
    if (scope !== null) scopes.add(scope);
  }
  return [...scopes];
};

/**
 * Counts a receipt and gives the reward if its turn has come. All rules with the same scope share a count
 * (D22). With the scope STORE, a receipt without a store neither counts nor fires.
 */
export const surpriseDelightAward = (
  rule: RuleOf<'SURPRISE_DELIGHT'>,
  { id, name }: Pick<Campaign, 'id' | 'name'>,
  { storeRef, inputs }: { readonly storeRef: string | null; readonly inputs: EarningInputs },
): RuleAward => {
  const counts = new Map<string, CountStep>();
  const grants: TangibleGrant[] = [];
  let points = 0;
  for (const one of rule.rewardRules) {
    const step = stepOf(one, storeRef, (scope) =>
      scope === null ? inputs.memberCount(id, 'SURPRISE').count : inputs.sharedCount(id, scope),
    );
    if (step === null) continue;
    counts.set(step.kind === 'SHARED' ? step.scope : 'member', step);
    if (step.count % one.everyNth !== 0) continue;
    points += one.reward.points ?? 0;
    grants.push(...tangibleOf(one.reward, name));
  }
  return { points, grants, counts: [...counts.values()] };
};

const stepOf = (
  rule: SurpriseRule,
  storeRef: string | null,
  countBefore: (scope: string | null) => number,
): CountStep | null => {
  if ((rule.scope ?? 'MEMBER') === 'MEMBER') {
    return { kind: 'SURPRISE', count: countBefore(null) + 1, completed: 0 };
  }
  const scope = sharedScope(rule, storeRef);
  return scope === null ? null : { kind: 'SHARED', scope, count: countBefore(scope) + 1 };
};

export const hasSharedState = ({ maxBudgetCents, earningRule }: Campaign): boolean =>
  maxBudgetCents !== null || sharedScopesOf(earningRule, '').length > 0;
