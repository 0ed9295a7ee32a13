export { nextTry } from './rewards/next-try.ts';
export { makeRewardCode, normaliseCode } from './rewards/reward-code.ts';
export {
  decideRewardTransition,
  expiresAtOf,
  type RewardAction,
  type RewardActionRequest,
  type RewardFailureReason,
  rewardRequested,
  type RewardState,
  rewardTakenBack,
  type RewardTransition,
  shownRewardState,
  type TakenBackState,
  takenBackState,
} from './rewards/reward.ts';
