/** The index that finds the campaigns which may fire. */

export { indexCampaigns } from './campaign-index/index-campaigns.ts';
