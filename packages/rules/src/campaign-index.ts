export { indexCampaigns } from './campaign-index/index-campaigns.ts';
