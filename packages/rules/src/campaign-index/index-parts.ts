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
  readonly sets: PlaceSets;
  readonly bySku: Postings;
  /** A rule may list a category among its skus too (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** Only segments that exist. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
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
