import { given, type Search, textIn } from '../../model/address.ts';
import { type RewardKind, rewardKinds, type RewardState, rewardStates } from '../../model/rewards.ts';

export interface RewardSearch {
  readonly state?: RewardState;
  readonly kind?: RewardKind;
  readonly code?: string;
  readonly reward?: string;
}

export const rewardsSearch = ({ state, kind, code, reward }: Search): RewardSearch =>
  given({
    state: rewardStates.find((one) => one === state),
    kind: rewardKinds.find((one) => one === kind),
    code: textIn(code),
    reward: textIn(reward),
  });
