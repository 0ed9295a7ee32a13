/** The reports of the API read balances, activity, closing figures, and points of returns, voids and adjustments. */

export {
  type CampaignActivity,
  listCampaignActivity,
  readActivity,
  readRecentActivity,
} from './activity/read-activity.ts';
export { findBalanceCount, listBalanceCounts } from './statistics/balance-counts.ts';
export { readExceptions } from './statistics/exceptions.ts';
export { readPointPeriods } from './statistics/point-days.ts';
