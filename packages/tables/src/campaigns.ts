/** Campaigns as engines and followers use them: their budgets and their names. */

export {
  type BudgetSpending,
  type CampaignKey,
  giveBackBudgets,
  type GivenBack,
  lockCampaigns,
  pauseSpentCampaigns,
  readBudgets,
  spendBudgets,
} from './campaigns/budgets.ts';
export { type BudgetAllowance, claimBudgets, type ClaimedBudget } from './campaigns/claim-budgets.ts';
export { readCampaignNames } from './campaigns/campaign-names.ts';
