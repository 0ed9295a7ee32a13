import type { EarningRule, RewardGrant } from './campaign.ts';

/** A rule's name of something that is configured elsewhere. The pointer is into the rule. */
export interface PlacedName {
  readonly name: string;
  readonly pointer: string;
}

/** Returns keys of event definitions or, for ON_DEMAND, types of events. */
export const awaitedEvents = (rule: EarningRule): readonly PlacedName[] => {
  if (rule.type === 'EVENT_TRIGGER') return [{ name: rule.eventKey, pointer: '/eventKey' }];
  if (rule.type === 'ON_DEMAND')
    return (rule.eventTypes ?? []).map((name, n) => ({ name, pointer: `/eventTypes/${n.toString()}` }));
  const name = rule.type === 'STAMP_CARD' ? rule.triggerEventKey : undefined;
  return name === undefined ? [] : [{ name, pointer: '/triggerEventKey' }];
};

/** Returns the providers that its coupons name (D6). */
export const namedProviders = (rule: EarningRule): readonly PlacedName[] =>
  grantsOf(rule).flatMap(({ grant, pointer }) => providerNamedBy(grant, pointer));

interface PlacedGrant {
  readonly grant: RewardGrant;
  readonly pointer: string;
}

const grantsOf = (rule: EarningRule): readonly PlacedGrant[] =>
  rule.type === 'PURCHASE_REWARD' || rule.type === 'EVENT_TRIGGER'
    ? [{ grant: rule.reward, pointer: '/reward' }]
    : otherGrantsOf(rule);

const otherGrantsOf = (
  rule: Exclude<EarningRule, { readonly reward: RewardGrant }>,
): readonly PlacedGrant[] => {
  switch (rule.type) {
    case 'STAMP_CARD':
      return [{ grant: rule.rewardOnCompletion, pointer: '/rewardOnCompletion' }];
    case 'SURPRISE_DELIGHT':
      return rule.rewardRules.map(({ reward }, n) => ({
        grant: reward,
        pointer: `/rewardRules/${n.toString()}/reward`,
      }));
    case 'SIGNUP_BONUS':
    case 'ON_DEMAND':
      return [{ grant: rule, pointer: '' }];
    case 'SPEND_PERCENTAGE':
    case 'FIXED_POINTS':
    case 'VISIT_FIXED':
    case 'PRODUCT_PURCHASE':
    case 'RANDOM':
    case 'REFERRAL_BONUS':
      return [];
  }
};

/** Returns at most one name: only a COUPON_VOUCHER can name a provider. */
export const providerNamedBy = (
  { rewardType, value }: Pick<RewardGrant, 'rewardType' | 'value'>,
  pointer: string,
): readonly PlacedName[] => {
  const name = rewardType === 'COUPON_VOUCHER' ? value?.['provider'] : undefined;
  return typeof name === 'string' ? [{ name, pointer: `${pointer}/value/provider` }] : [];
};
