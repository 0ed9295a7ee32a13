/** Rewards as they are listed and changed; pools and providers of codes as operators write them. */

export {
  type HttpProviderRecord,
  listProviders,
  type ProviderInput,
  removeProvider,
  type RemoveProviderResult,
  setProvider,
  type SetProviderResult,
} from './change-provider.ts';
export {
  changeReward,
  type RetriedReward,
  retryFailedRewards,
  type RewardChange,
  type RewardOrder,
} from './change-reward.ts';
export { addCodes, codesPerChunk, fillPool, openPool, type OpenPoolResult, setPool } from './import-codes.ts';
export { findReward, listRewards, type RewardQuery, type RewardRecord } from './rewards.ts';
