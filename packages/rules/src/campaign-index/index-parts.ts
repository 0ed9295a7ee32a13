import type { SegmentId } from '@loyalty/kernel';
import type { CampaignAim } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import type { PlaceSets, SetId } from './place-sets.ts';

export type Postings<Value = string> = Map<Value, SetId>;

export interface IndexedCampaign {
  readonly campaign: Campaign;
  /**
   * The campaign's trees, which are kept here because looking for a field that most campaigns lack takes
   * time.
   */
  readonly aim: CampaignAim;
  readonly place: number;
}

export interface IndexParts {
  readonly campaigns: readonly IndexedCampaign[];
  /** The sets of campaigns. */
  readonly sets: PlaceSets;
  readonly lists: ProductLists;
  /** The sets of lists for each sku. */
  readonly bySku: Postings;
  /** The sets of lists for each category. A rule may list a category among its skus, too (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** The sets of campaigns for each segment. Only segments that exist are indexed. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
}

/**
 * The lists of skus and categories, with places of their own: the list of each PRODUCT_PURCHASE and those of
 * trees over lines. The lists of one campaign follow each other, with that of its rule first.
 */
export interface ProductLists {
  readonly sets: PlaceSets;
  /**
   * For each list, the place of the campaign that needs a line in it or in another of its lists; -1 means
   * that none does.
   */
  readonly neededBy: readonly number[];
  /** For each place of a campaign, the first list of its trees. */
  readonly firstOf: readonly number[];
  /** For each place of a campaign, the list of its rule; -1 means that it has none. */
  readonly listOf: readonly number[];
  /** The lists of rules whose units are added up. */
  readonly counted: Int32Array;
}

export interface CampaignGroups {
  readonly ofAnyStore: SetId;
  /** The untargeted campaigns, including those whose targets no longer exist (D29). */
  readonly untargeted: SetId;
  readonly onAnyReceipt: SetId;
  readonly onEvents: SetId;
  /** The campaigns whose members share a budget or a count. */
  readonly sharing: SetId;
}
