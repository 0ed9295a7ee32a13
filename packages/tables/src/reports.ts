/** What the reports of the API show: balances, activity, and points of returns, voids and adjustments. */

export {
  type CampaignActivity,
  listCampaignActivity,
  readActivity,
  readRecentActivity,
} from './activity/read-activity.ts';
export { listBalanceCounts } from './statistics/balance-counts.ts';
export { readExceptions } from './statistics/exceptions.ts';
