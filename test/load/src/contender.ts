import type { CampaignInput } from '@loyalty/tables/campaigns/management';
import type { BodyKind } from './generator/job.ts';

export type ComparedKind = Extract<BodyKind, 'evaluate' | 'redeem'>;

/** One of the two services that are compared. */
export interface Contender {
  readonly name: string;
  readonly tenantId: string;
  readonly environmentId: number;
  readonly key: string;
  /** The URLs to which bodies are posted that both services know. */
  readonly urls: Readonly<Record<ComparedKind, string>>;
  readonly databaseUrl: string;
  /** The processes whose CPU time counts as its cost, by name; each includes its children. */
  processes(): Readonly<Record<string, number>>;
}

/** Five active campaigns: four fire for the receipts of the load, one is for redeems. */
export const benchCampaigns: readonly (CampaignInput & { readonly name: string })[] = [
  {
    name: 'One percent',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 10 },
  },
  { name: 'A basket over 20', earningRule: { type: 'FIXED_POINTS', points: 5 }, minSpend: 2000 },
  { name: 'A visit', earningRule: { type: 'VISIT_FIXED', points: 3 } },
  { name: 'Groceries', earningRule: { type: 'PRODUCT_PURCHASE', points: 1, categories: ['GROCERY'] } },
  { name: 'Two stores', earningRule: { type: 'FIXED_POINTS', points: 2 }, storeIds: ['367', '406'] },
];

/** Twenty active campaigns of every rule that fires on receipts, mixed as a retailer would mix them. */
export const mixedCampaigns: readonly (CampaignInput & { readonly name: string })[] = [
  ...benchCampaigns,
  { name: 'Half a percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 0.5 } },
  {
    name: 'Two percent of big baskets',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 2 },
    minSpend: 50_000,
  },
  { name: 'Luck', earningRule: { type: 'RANDOM', minPoints: 1, maxPoints: 50, probability: 0.2 } },
  { name: 'Small luck', earningRule: { type: 'RANDOM', minPoints: 0, maxPoints: 3 } },
  {
    name: 'Ten stamps',
    earningRule: { type: 'STAMP_CARD', stampsRequired: 10, rewardOnCompletion: { points: 100 } },
  },
  {
    name: 'Five stamps and a coffee',
    earningRule: {
      type: 'STAMP_CARD',
      stampsRequired: 5,
      rewardOnCompletion: { rewardType: 'FREE_ITEM', value: { description: 'A coffee' } },
    },
  },
  {
    name: 'Every tenth visit',
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [{ everyNth: 10, scope: 'MEMBER', reward: { points: 25 } }],
    },
  },
  {
    name: 'Every hundredth in a store',
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [{ everyNth: 100, scope: 'STORE', reward: { points: 500 } }],
    },
  },
  {
    name: 'Every thousandth of all',
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [{ everyNth: 1_000, scope: 'CAMPAIGN', reward: { points: 5_000 } }],
    },
  },
  { name: 'With a budget', earningRule: { type: 'FIXED_POINTS', points: 1 }, maxBudgetCents: 1_000_000_000 },
  { name: 'Drinks', earningRule: { type: 'PRODUCT_PURCHASE', points: 2, categories: ['DRUG GM'] } },
  { name: 'Fresh', earningRule: { type: 'PRODUCT_PURCHASE', points: 3, categories: ['PRODUCE', 'MEAT'] } },
  { name: 'Sign-up', earningRule: { type: 'SIGNUP_BONUS', points: 100 } },
  { name: 'Referral', earningRule: { type: 'REFERRAL_BONUS', points: 50, referrerPoints: 50 } },
  { name: 'In dollars', earningRule: { type: 'FIXED_POINTS', points: 1 }, currency: 'USD' },
];
