export const campaignStates = ['ACTIVE', 'DRAFT', 'PAUSED', 'ARCHIVED'] as const;
export type CampaignStateName = (typeof campaignStates)[number];
