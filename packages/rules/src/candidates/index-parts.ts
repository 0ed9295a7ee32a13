import type { SegmentId } from '@loyalty/kernel';
import type { Campaign } from '../model/campaign.ts';
import type { CampaignSets, SetId } from './campaign-sets.ts';

/** Which campaigns name a value in one of their lists. */
export type Postings<Value = string> = Map<Value, SetId>;

/** A campaign and its place among the ACTIVE ones, which are in the order in which they are judged. */
export interface IndexedCampaign {
  readonly campaign: Campaign;
  readonly place: number;
}

/** What an index is made of. */
export interface IndexParts {
  readonly campaigns: readonly IndexedCampaign[];
  readonly sets: CampaignSets;
  readonly bySku: Postings;
  /** A category may stand among the skus of a rule, and among its categories (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** Of the segments that exist. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
}

/** Campaigns that have something in common, whatever the activity. */
export interface CampaignGroups {
  readonly ofAnyStore: SetId;
  /** Without targets, or with none that exists (D29). */
  readonly untargeted: SetId;
  /** May fire on a receipt, whatever was bought. */
  readonly onAnyReceipt: SetId;
  readonly onEvents: SetId;
  /** Under which members share something: a budget, or a count. */
  readonly sharing: SetId;
}
