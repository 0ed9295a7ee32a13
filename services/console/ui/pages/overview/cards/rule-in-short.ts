import type { Schemas } from '@loyalty/client';

type RuleOfApi = Schemas['EarningRule'];

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
  readonly purchase: string;
  readonly signup: string;
  readonly onDemand: string;
  readonly referral: string;
  readonly event: (key: string) => string;
}

type RuleOf<Kind extends RuleOfApi['type']> = Extract<RuleOfApi, { readonly type: Kind }>;

const texts: {
  readonly [Kind in RuleOfApi['type']]: (words: RuleWords, rule: RuleOf<Kind>) => string;
} = {
  SPEND_PERCENTAGE: (words, { percentage }) => words.spend(percentage),
  FIXED_POINTS: (words, { points }) => words.fixed(words.points(points)),
  VISIT_FIXED: (words, { points }) => words.visit(words.points(points)),
  PRODUCT_PURCHASE: (words, { points }) => words.products(words.points(points)),
  RANDOM: (words, { minPoints, maxPoints }) => words.random(words.points(minPoints), words.points(maxPoints)),
  STAMP_CARD: (words, { stampsRequired }) => words.stamps(stampsRequired),
  SURPRISE_DELIGHT: (words, { rewardRules: [only, another] }) =>
    only === undefined || another !== undefined ? words.surprises : words.surprise(only.everyNth),
  PURCHASE_REWARD: (words) => words.purchase,
  SIGNUP_BONUS: (words) => words.signup,
  ON_DEMAND: (words) => words.onDemand,
  REFERRAL_BONUS: (words) => words.referral,
  EVENT_TRIGGER: (words, { eventKey }) => words.event(eventKey),
};

/** Returns a few words about what a rule rewards, as a line below the name of its campaign. */
export const ruleInShort = <Kind extends RuleOfApi['type']>(rule: RuleOf<Kind>, words: RuleWords): string =>
  // A newer API may have more kinds.
  Object.hasOwn(texts, rule.type) ? texts[rule.type](words, rule) : rule.type;
