export { indexBeside, indexCampaigns } from './campaign-index/index-campaigns.ts';
