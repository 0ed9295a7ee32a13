/** Campaigns as management calls create, change, list and activate them. */

export type { CampaignInput } from './campaigns/campaign-content.ts';
export type { NotYetAvailable } from './campaigns/campaign-limits.ts';
export {
  type CampaignRecord,
  campaignVersionOf,
  findCampaign,
  listCampaigns,
  listStampCampaigns,
  type StampCampaign,
} from './campaigns/campaigns.ts';
export {
  type CampaignStep,
  createCampaign,
  type SuspendedCampaign,
  transitionCampaign,
  updateCampaign,
} from './campaigns/change-campaign.ts';
export { findCampaignsToJudge, readDraft } from './campaigns/judged-campaigns.ts';
export { readLimitsOfMember } from './campaigns/limited-campaigns.ts';
export { findKnownNames, withNamesOf } from './campaigns/known-names.ts';
export { findCampaignWarnings } from './campaigns/find-campaign-warnings.ts';
