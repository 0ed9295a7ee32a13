import type { CampaignId } from '@loyalty/kernel';
import type { LimitPeriod } from './limit-period.ts';

/**
 * Where the use of one member under a campaign is counted, in the period that begins on a local day; the day
 * is 0 for EVER.
 */
export interface UsePlace {
  readonly campaignId: CampaignId;
  readonly period: LimitPeriod;
  readonly startsOn: number;
}

/** How often the campaign gave something in that period, and how many points. */
export interface MemberUse {
  readonly times: number;
  readonly points: number;
}

/** The use after an activity. */
export type UseChange = UsePlace & MemberUse;

/** One more time that a campaign gives something to any member; `max` is the limit at that time. */
export interface CampaignUse {
  readonly campaignId: CampaignId;
  readonly max: number;
}

export const noUse: MemberUse = { times: 0, points: 0 };
