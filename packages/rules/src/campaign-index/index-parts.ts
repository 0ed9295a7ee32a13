import type { SegmentId } from '@loyalty/kernel';
import type { CampaignAim } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import type { PlaceSets, SetId } from './place-sets.ts';

export type Postings<Value = string> = Map<Value, SetId>;

export interface IndexedCampaign {
  readonly campaign: Campaign;
  /** At hand, because a look for a field that most campaigns lack takes time. */
  readonly aim: CampaignAim;
  readonly place: number;
}

export interface IndexParts {
  readonly campaigns: readonly IndexedCampaign[];
  /** Of campaigns. */
  readonly sets: PlaceSets;
  readonly lists: ProductLists;
  /** Sets of lists. */
  readonly bySku: Postings;
  /** Sets of lists. A rule may list a category among its skus too (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** Only segments that exist. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
}

/**
 * Skus and categories are listed by lists with places of their own: that of each PRODUCT_PURCHASE, and those of
 * trees over lines. Those of one campaign follow each other, that of its rule first.
 */
export interface ProductLists {
  readonly sets: PlaceSets;
  /** By list, the place of the campaign that needs a line in it, or in another of its lists; -1: none does. */
  readonly neededBy: readonly number[];
  /** By place of a campaign, the first of its trees. */
  readonly firstOf: readonly number[];
  /** By place of a campaign, the list of its rule; -1: it has none. */
  readonly listOf: readonly number[];
  /** The lists of rules, whose units are added up. */
  readonly counted: Int32Array;
}

export interface CampaignGroups {
  readonly ofAnyStore: SetId;
  /** Also where no target exists (D29). */
  readonly untargeted: SetId;
  readonly onAnyReceipt: SetId;
  readonly onEvents: SetId;
  /** Its members share a budget or a count. */
  readonly sharing: SetId;
}
