import type { SegmentId } from '@loyalty/kernel';
import type { CampaignAim } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import type { PlaceSets, SetId } from './place-sets.ts';

export type Postings<Value = string> = Map<Value, SetId>;

export interface IndexedCampaign {
  readonly campaign: Campaign;
  /** It is kept here because looking for a field that most campaigns lack takes time. */
  readonly aim: CampaignAim;
  readonly place: number;
}

export interface IndexParts {
  readonly campaigns: readonly IndexedCampaign[];
  /** Sets of campaigns. */
  readonly sets: PlaceSets;
  readonly lists: ProductLists;
  /** Sets of lists. */
  readonly bySku: Postings;
  /** Sets of lists. A rule may list a category among its skus too (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** Only segments that exist are indexed. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
}

/**
 * Skus and categories are listed by lists with places of their own: that of each PRODUCT_PURCHASE, and those of
 * trees over lines. Those of one campaign follow each other, that of its rule first.
 */
export interface ProductLists {
  readonly sets: PlaceSets;
  /**
   * Each list has the place of the campaign that needs a line in it or in another of its lists; -1 means that
   * none does.
   */
  readonly neededBy: readonly number[];
  /** Each place of a campaign has the first of its trees. */
  readonly firstOf: readonly number[];
  /** Each place of a campaign has the list of its rule; -1 means that it has none. */
  readonly listOf: readonly number[];
  /** The lists of rules, whose units are added up. */
  readonly counted: Int32Array;
}

export interface CampaignGroups {
  readonly ofAnyStore: SetId;
  /** Includes campaigns whose targets no longer exist (D29). */
  readonly untargeted: SetId;
  readonly onAnyReceipt: SetId;
  readonly onEvents: SetId;
  /** The members of these campaigns share a budget or a count. */
  readonly sharing: SetId;
}
