import type { RewardChange, RewardRecord } from '@loyalty/accounts';
import type { HttpSchemas, ParamsOf } from '@loyalty/contracts';
import { problem, type Handler, type HttpResponse, type Problem } from '@loyalty/http';
import type { ChangeReward } from '../../usecases/rewards/change-reward.ts';
import { scopeOf } from '../members/member-scope.ts';
import type { Routes } from '../routes.ts';

/** Creates the routes that redeem, expire and retry a reward (interface 4.3, D60). */
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
  async ({ credential, params: { rewardId }, body }) => {
    const redeemedWith = action === 'redeem' ? redeemedWithOf(body) : {};
    return answerOf(await changeReward(scopeOf(credential), { rewardId, action, ...redeemedWith }), action);
  };

/** The document's schema has checked the body, which may be left out. */
const redeemedWithOf = (body: unknown): HttpSchemas['RedeemRewardBody'] => {
  const { transactionRef, storeRef } = (body ?? {}) as HttpSchemas['RedeemRewardBody'];
  return {
    ...(transactionRef === undefined ? {} : { transactionRef }),
    ...(storeRef === undefined ? {} : { storeRef }),
  };
};

const answerOf = (changed: RewardChange, action: Action): HttpResponse | Problem => {
  switch (changed.outcome) {
    case 'changed':
      return { status: 200, body: changed.reward };
    case 'unchanged': {
      const headers = action === 'redeem' ? { headers: { 'Idempotent-Replayed': 'true' } } : {};
      return { status: 200, body: changed.reward, ...headers };
    }
    case 'not-found':
      return problem('REWARD_NOT_FOUND');
    case 'refused': {
      const { from, to, reason } = changed;
      if (action === 'redeem')
        return problem('REWARD_NOT_REDEEMABLE', { context: notRedeemable(changed.reward) });
      const why = reason === undefined ? {} : { reason };
      return problem('INVALID_STATE_TRANSITION', { context: { from, to, ...why } });
    }
  }
};

/** Returns the state, and for a redeemed reward also the time and the receipt (D108). */
const notRedeemable = ({
  state,
  redeemedAt,
  redeemedTransactionRef: transactionRef,
}: RewardRecord): HttpSchemas['RewardStateContext'] =>
  state === 'REDEEMED' ? { state, redeemedAt, transactionRef } : { state };
