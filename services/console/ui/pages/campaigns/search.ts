import { given, type Search, textIn } from '../../model/address.ts';

export const campaignStates = ['ACTIVE', 'DRAFT', 'PAUSED', 'ARCHIVED'] as const;
type CampaignStateName = (typeof campaignStates)[number];

/** The orders that the list can have in place of the newest first. */
export const campaignSorts = ['name', 'points', 'cost'] as const;
type CampaignSortName = (typeof campaignSorts)[number];

/** The filters stand in the address, so that a link shows the same list. */
export interface CampaignSearch {
  readonly q?: string;
  readonly state?: CampaignStateName;
  readonly sort?: CampaignSortName;
}

export const campaignSearch = ({ q, state, sort }: Search): CampaignSearch =>
  given({
    q: textIn(q),
    state: campaignStates.find((one) => one === state),
    sort: campaignSorts.find((one) => one === sort),
  });
