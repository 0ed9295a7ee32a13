import type { SegmentId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import type { PlaceSets, SetId } from './place-sets.ts';

export type Postings<Value = string> = Map<Value, SetId>;

export interface IndexedCampaign {
  readonly campaign: Campaign;
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

/** Skus and categories are listed by lists with places of their own: one for each PRODUCT_PURCHASE campaign. */
export interface ProductLists {
  readonly sets: PlaceSets;
  /** By list, the place of its campaign. */
  readonly campaignOf: readonly number[];
  /** By place of a campaign; -1: it lists no products. */
  readonly listOf: readonly number[];
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
