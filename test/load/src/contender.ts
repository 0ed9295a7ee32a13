import type { CampaignInput } from '@loyalty/programme';

/** One of the two services that are compared. */
export interface Contender {
  readonly name: string;
  readonly tenantId: string;
  readonly environmentId: number;
  readonly key: string;
  /** Where it takes evaluates. */
  readonly url: string;
  /** The processes whose CPU time is its cost, by name; each stands for its children too. */
  processes(): Readonly<Record<string, number>>;
}

/** Five active campaigns, of every rule that is served; four of them fire for the baskets of the load. */
export const benchCampaigns: readonly (CampaignInput & { readonly name: string })[] = [
  { name: 'One percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
  { name: 'A basket over 20', earningRule: { type: 'FIXED_POINTS', points: 5 }, minSpend: 2000 },
  { name: 'A visit', earningRule: { type: 'VISIT_FIXED', points: 3 } },
  { name: 'Groceries', earningRule: { type: 'PRODUCT_PURCHASE', points: 1, categories: ['GROCERY'] } },
  { name: 'Two stores', earningRule: { type: 'FIXED_POINTS', points: 2 }, storeIds: ['367', '406'] },
];
