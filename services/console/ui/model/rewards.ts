import type { Schemas } from '@loyalty/client';

export type RewardState = Schemas['RewardState'];
export type RewardKind = Schemas['RewardType'];

export const rewardStates = [
  'PENDING_FULFILMENT',
  'ISSUED',
  'REDEEMED',
  'EXPIRED',
  'FAILED',
] as const satisfies readonly RewardState[];

export const rewardKinds = [
  'COUPON_VOUCHER',
  'GIFT_CARD',
  'DISCOUNT_VOUCHER',
  'FREE_ITEM',
] as const satisfies readonly RewardKind[];

/** Reasons that no other try changes: the API refuses it. */
const final = new Set(['MEMBER_ERASED', 'RETURNED']);

/** Returns true if the code of the reward may be requested again. */
export const isRetriable = ({
  state,
  failureReason,
}: Pick<Schemas['Reward'], 'state' | 'failureReason'>): boolean =>
  state === 'FAILED' && !final.has(failureReason ?? '');

/** Returns true if the reward has no code yet. */
export const isWaiting = ({ state }: Pick<Schemas['Reward'], 'state'>): boolean =>
  state === 'PENDING_FULFILMENT';
