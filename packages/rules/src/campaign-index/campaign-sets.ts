import type { SegmentId } from '@loyalty/kernel';
import type { Campaign } from '../model/campaign.ts';
import type { CampaignSets, SetId } from './campaign-sets.ts';

/** The set of campaigns that list each value. */
export type Postings<Value = string> = Map<Value, SetId>;

/** A campaign and its place among the ACTIVE ones, in the order in which they are judged. */
export interface IndexedCampaign {
  readonly campaign: Campaign;
  readonly place: number;
}

/** The parts of a campaign index. */
export interface IndexParts {
  readonly campaigns: readonly IndexedCampaign[];
  readonly sets: CampaignSets;
  readonly bySku: Postings;
  /** A category may be listed among the skus of a rule, and among its categories (D18). */
  readonly byCategory: Postings;
  readonly byStore: Postings;
  /** Only segments that exist. */
  readonly bySegment: Postings<SegmentId>;
  readonly groups: CampaignGroups;
}

/** Groups of campaigns that do not depend on the activity. */
export interface CampaignGroups {
  readonly ofAnyStore: SetId;
  /** Without targets, or with targets none of which exists (D29). */
  readonly untargeted: SetId;
  /** May fire on a receipt, whatever its lines. */
  readonly onAnyReceipt: SetId;
  readonly onEvents: SetId;
  /** Its members share a budget or a count. */
  readonly sharing: SetId;
}
