import type { Schemas } from '@loyalty/client';

type EarningRule = Schemas['EarningRule'];

/** The words of each kind of rule. */
export interface RuleWords {
  readonly points: (points: number) => string;
  readonly spend: (percentage: number) => string;
  readonly fixed: (points: string) => string;
  readonly visit: (points: string) => string;
  readonly products: (points: string) => string;
  readonly random: (least: string, most: string) => string;
  readonly stamps: (required: number) => string;
  readonly surprise: (nth: number) => string;
  readonly surprises: string;
  readonly signup: string;
  readonly onDemand: string;
  readonly referral: string;
  readonly event: (key: string) => string;
}

/** Returns a few words on what a rule rewards, as a line below the name of its campaign. */
export const ruleInShort = (rule: EarningRule, words: RuleWords): string => {
  switch (rule.type) {
    case 'SPEND_PERCENTAGE':
      return words.spend(rule.percentage);
    case 'FIXED_POINTS':
      return words.fixed(words.points(rule.points));
    case 'VISIT_FIXED':
      return words.visit(words.points(rule.points));
    case 'PRODUCT_PURCHASE':
      return words.products(words.points(rule.points));
    case 'RANDOM':
      return words.random(words.points(rule.minPoints), words.points(rule.maxPoints));
    case 'STAMP_CARD':
      return words.stamps(rule.stampsRequired);
    case 'SURPRISE_DELIGHT': {
      const [only, another] = rule.rewardRules;
      return only === undefined || another !== undefined ? words.surprises : words.surprise(only.everyNth);
    }
    case 'SIGNUP_BONUS':
      return words.signup;
    case 'ON_DEMAND':
      return words.onDemand;
    case 'REFERRAL_BONUS':
      return words.referral;
    case 'EVENT_TRIGGER':
      return words.event(rule.eventKey);
  }
};
