/** The sweeps of due and stranded rewards, and the pools and providers that give codes. */

export {
  drawCodes,
  type DrawnCode,
  findCodeFault,
  lockPools,
  type LowPool,
  type PoolId,
  type PoolRecord,
  readLowPools,
  readPools,
} from './rewards/code-pools.ts';
export {
  createRewardProviders,
  type Provider,
  providerOf,
  providerSecretColumns,
  type RewardProviderCache,
  type RewardProviders,
} from './rewards/reward-providers.ts';
export {
  type ExpiredReward,
  expireDueRewards,
  lockStrandedRewards,
  readEnvironmentsWaiting,
  readEnvironmentsWithDueRewards,
  readFirstDueRewards,
  readStrandedRewards,
  type WaitingCursor,
} from './rewards/reward-sweeps.ts';
