import type { RewardState } from './reward.ts';
import { decideRewardTransition, shownRewardState, type RewardAction } from './reward-transition.ts';

const expiresAtMs = 1_000;
const statusOf = (state: RewardState, over: object = {}) => ({
  ...{ state, expiresAtMs: null, isMemberErased: false, ...over },
});

const unchanged = { outcome: 'unchanged' };
const moved = (to: RewardState) => ({ outcome: 'moved', to });
const refused = (from: RewardState, to: RewardState) => ({ outcome: 'refused', from, to });

test.each<[RewardAction, RewardState, object]>([
  ['redeem', 'ISSUED', moved('REDEEMED')],
  ['redeem', 'REDEEMED', unchanged],
  ['redeem', 'PENDING_FULFILMENT', refused('PENDING_FULFILMENT', 'REDEEMED')],
  ['redeem', 'EXPIRED', refused('EXPIRED', 'REDEEMED')],
  ['redeem', 'FAILED', refused('FAILED', 'REDEEMED')],
  ['expire', 'ISSUED', moved('EXPIRED')],
  ['expire', 'EXPIRED', unchanged],
  ['expire', 'REDEEMED', refused('REDEEMED', 'EXPIRED')],
  ['expire', 'PENDING_FULFILMENT', refused('PENDING_FULFILMENT', 'EXPIRED')],
  ['expire', 'FAILED', refused('FAILED', 'EXPIRED')],
  ['retry', 'FAILED', moved('PENDING_FULFILMENT')],
  ['retry', 'PENDING_FULFILMENT', refused('PENDING_FULFILMENT', 'PENDING_FULFILMENT')],
  ['retry', 'ISSUED', refused('ISSUED', 'PENDING_FULFILMENT')],
  ['retry', 'REDEEMED', refused('REDEEMED', 'PENDING_FULFILMENT')],
  ['retry', 'EXPIRED', refused('EXPIRED', 'PENDING_FULFILMENT')],
])('%s of a reward that is %s', (action, state, expected) => {
  expect(decideRewardTransition(statusOf(state), action, 0)).toEqual(expected);
});

test('▲ it is redeemed up to the millisecond before it expires, and never again (D60)', () => {
  const issued = statusOf('ISSUED', { expiresAtMs });
  expect(decideRewardTransition(issued, 'redeem', expiresAtMs - 1)).toEqual(moved('REDEEMED'));
  expect(decideRewardTransition(issued, 'redeem', expiresAtMs)).toEqual(refused('EXPIRED', 'REDEEMED'));
});

test('what is past its time is shown as EXPIRED, and marked by whoever says so first', () => {
  const issued = statusOf('ISSUED', { expiresAtMs });
  expect([shownRewardState(issued, expiresAtMs - 1), shownRewardState(issued, expiresAtMs)]).toEqual([
    'ISSUED',
    'EXPIRED',
  ]);
  expect(decideRewardTransition(issued, 'expire', expiresAtMs + 1)).toEqual(moved('EXPIRED'));
  expect(shownRewardState(statusOf('REDEEMED', { expiresAtMs }), expiresAtMs + 1)).toBe('REDEEMED');
});

test('of an erased member nothing is fulfilled any more; what was issued stays good', () => {
  const erased = { isMemberErased: true };
  expect(decideRewardTransition(statusOf('FAILED', erased), 'retry', 0)).toEqual({
    ...refused('FAILED', 'PENDING_FULFILMENT'),
    reason: 'MEMBER_ERASED',
  });
  expect(decideRewardTransition(statusOf('ISSUED', erased), 'redeem', 0)).toEqual(moved('REDEEMED'));
});
