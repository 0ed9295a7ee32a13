/** The index that finds the campaigns which may fire, and the one that a draft is added to. */

export { indexCampaigns } from './campaign-index/index-campaigns.ts';
export { indexAdded } from './campaign-index/joined-index.ts';
