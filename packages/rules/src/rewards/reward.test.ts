import {
  decideRewardTransition,
  expiresAtOf,
  type RewardAction,
  type RewardState,
  type RewardStatus,
  shownRewardState,
  takenBackState,
} from './reward.ts';

const expiresAtMs = 1_000;
const statusOf = (state: RewardState, over: object = {}) => ({
  state,
  expiresAtMs: null,
  isMemberErased: false,
  redeemedTransactionRef: null,
  failureReason: null,
  ...over,
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
  expect(decideRewardTransition(statusOf(state), { action, atMs: 0 })).toEqual(expected);
});

test('▲ it is redeemed up to the millisecond before it expires, and never again (D60)', () => {
  const issued = statusOf('ISSUED', { expiresAtMs });
  expect(decideRewardTransition(issued, { action: 'redeem', atMs: expiresAtMs - 1 })).toEqual(
    moved('REDEEMED'),
  );
  expect(decideRewardTransition(issued, { action: 'redeem', atMs: expiresAtMs })).toEqual(
    refused('EXPIRED', 'REDEEMED'),
  );
});

test('a reward past its time is shown as EXPIRED, and the first expire marks it', () => {
  const issued = statusOf('ISSUED', { expiresAtMs });
  expect([shownRewardState(issued, expiresAtMs - 1), shownRewardState(issued, expiresAtMs)]).toEqual([
    'ISSUED',
    'EXPIRED',
  ]);
  expect(decideRewardTransition(issued, { action: 'expire', atMs: expiresAtMs + 1 })).toEqual(
    moved('EXPIRED'),
  );
  expect(shownRewardState(statusOf('REDEEMED', { expiresAtMs }), expiresAtMs + 1)).toBe('REDEEMED');
});

test('no reward of an erased member is fulfilled; issued ones stay valid', () => {
  const erased = { isMemberErased: true };
  expect(decideRewardTransition(statusOf('FAILED', erased), { action: 'retry', atMs: 0 })).toEqual({
    ...refused('FAILED', 'PENDING_FULFILMENT'),
    reason: 'MEMBER_ERASED',
  });
  expect(decideRewardTransition(statusOf('ISSUED', erased), { action: 'redeem', atMs: 0 })).toEqual(
    moved('REDEEMED'),
  );
});

test('a reward whose receipt came back is not retried (D174)', () => {
  const returned = statusOf('FAILED', { failureReason: 'RETURNED' });
  expect(decideRewardTransition(returned, { action: 'retry', atMs: 0 })).toEqual({
    ...refused('FAILED', 'PENDING_FULFILMENT'),
    reason: 'RETURNED',
  });
});

test.each<[RewardState, object, RewardState | null]>([
  ['ISSUED', {}, 'EXPIRED'],
  ['ISSUED', { expiresAtMs: expiresAtMs + 1 }, 'EXPIRED'],
  ['ISSUED', { expiresAtMs }, null],
  ['PENDING_FULFILMENT', {}, 'FAILED'],
  ['REDEEMED', {}, null],
  ['EXPIRED', {}, null],
  ['FAILED', { failureReason: 'POOL_EMPTY' }, null],
])('of a receipt that came back a reward that is %s (%j) becomes %s (D174)', (state, over, expected) => {
  expect(takenBackState(statusOf(state, over), expiresAtMs)).toBe(expected);
});

const receipt = 'receipt-1';
const ofAnother = 'receipt-2';
const redeemedWith = (redeemedTransactionRef: string | null) =>
  statusOf('REDEEMED', { redeemedTransactionRef });

test.each<[string, RewardStatus, string | undefined, object]>([
  ['is issued', statusOf('ISSUED'), receipt, moved('REDEEMED')],
  ['was redeemed with it', redeemedWith(receipt), receipt, unchanged],
  ['was redeemed with a receipt, and none is named', redeemedWith(receipt), undefined, unchanged],
  ['was redeemed without one, and none is named', redeemedWith(null), undefined, unchanged],
  ['was redeemed with another', redeemedWith(ofAnother), receipt, refused('REDEEMED', 'REDEEMED')],
  ['was redeemed without one', redeemedWith(null), receipt, refused('REDEEMED', 'REDEEMED')],
  ['is over', statusOf('EXPIRED'), receipt, refused('EXPIRED', 'REDEEMED')],
])('▲ a receipt that redeems a reward which %s (D108)', (...[, reward, transactionRef, expected]) => {
  const named = transactionRef === undefined ? {} : { transactionRef };
  expect(decideRewardTransition(reward, { action: 'redeem', atMs: 0, ...named })).toEqual(expected);
});

const issuedAtMs = Date.parse('2026-03-28T21:15:00.000Z');

const at = (text: string | null): number | null => (text === null ? null : Date.parse(text));

test.each([
  { when: 'never, where nobody says when', validDays: null, provider: null, expected: null },
  ...[
    { when: 'so many times 24 hours after it was issued', validDays: 2, provider: null, day: '30T21:15' },
    { when: 'when its provider says so', validDays: null, provider: '2026-03-29T00:00Z', day: '29T00:00' },
    {
      when: 'when its provider says so, if earlier',
      validDays: 2,
      provider: '2026-03-29T00:00Z',
      day: '29T00:00',
    },
    { when: 'as it was given, if earlier', validDays: 1, provider: '2026-04-30T00:00Z', day: '29T21:15' },
  ].map(({ day, ...given }) => ({ ...given, expected: `2026-03-${day}Z` })),
])('a reward expires $when', ({ validDays, provider, expected }) => {
  expect(expiresAtOf({ issuedAtMs, validDays, providerExpiresAtMs: at(provider) })).toBe(at(expected));
});
