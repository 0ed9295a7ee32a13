import type { RewardChange } from '@loyalty/accounts';
import type { ParamsOf } from '@loyalty/contracts';
import { problem, type Handler, type HttpAnswer, type Problem } from '@loyalty/http';
import type { ChangeReward } from '../../usecases/rewards/change-reward.ts';
import { scopeOf } from '../members/member-scope.ts';
import type { Routes } from '../routes.ts';

/** What tills and people do to a reward (interface 4.3, D60). */
export const createRewardChangeRoutes = (
  changeReward: ChangeReward,
): Pick<Routes, 'redeemReward' | 'expireReward' | 'retryReward'> => ({
  redeemReward: change(changeReward, 'redeem'),
  expireReward: change(changeReward, 'expire'),
  retryReward: change(changeReward, 'retry'),
});

type Action = Parameters<ChangeReward>[1]['action'];

const change =
  (changeReward: ChangeReward, action: Action): Handler<ParamsOf<'redeemReward'>> =>
  async ({ credential, params: { rewardId } }) =>
    answerOf(await changeReward(scopeOf(credential), { rewardId, action }), action);

const answerOf = (changed: RewardChange, action: Action): HttpAnswer | Problem => {
  switch (changed.outcome) {
    case 'changed':
    case 'unchanged':
      return { status: 200, body: changed.reward };
    case 'not-found':
      return problem('REWARD_NOT_FOUND');
    case 'refused': {
      const { from, to, reason } = changed;
      if (action === 'redeem') return problem('REWARD_NOT_REDEEMABLE', { context: { state: from } });
      const why = reason === undefined ? {} : { reason };
      return problem('INVALID_STATE_TRANSITION', { context: { from, to, ...why } });
    }
  }
};
