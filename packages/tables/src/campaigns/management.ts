/** Campaigns as management calls create, change, list and activate them. */

export type { CampaignInput } from './campaign-content.ts';
export type { NotYetAvailable } from './campaign-limits.ts';
export {
  type CampaignRecord,
  campaignVersionOf,
  findCampaign,
  hasActiveCampaign,
  listCampaigns,
  listStampCampaigns,
  type StampCampaign,
} from './campaigns.ts';
export {
  type CampaignStep,
  createCampaign,
  type SuspendedCampaign,
  transitionCampaign,
  updateCampaign,
} from './change-campaign.ts';
export { type CampaignPlace, findCampaigns } from './find-campaigns.ts';
export { findCampaignsToJudge, readDraft } from './judged-campaigns.ts';
export { readLimitsOfMember } from './limited-campaigns.ts';
export { findKnownNames, withNamesOf } from './known-names.ts';
export { findCampaignWarnings } from './find-campaign-warnings.ts';
