import type { TypedFact } from '@loyalty/contracts';
import { dayMs } from '@loyalty/kernel';

export type RewardState = 'PENDING_FULFILMENT' | 'ISSUED' | 'REDEEMED' | 'EXPIRED' | 'FAILED';

export type RewardFailureReason =
  | 'MEMBER_ERASED'
  | 'POOL_EMPTY'
  | 'NOT_CONFIGURED'
  | 'PROVIDER_AWAY'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_BAD_ANSWER'
  | 'PROVIDER_DUPLICATE_CODE'
  /** Perhaps a code was issued, and the provider may not be called twice. */
  | 'PROVIDER_AMBIGUOUS'
  /** The receipt was returned, or a return took the member below the tier, before there was a code. */
  | 'RETURNED';

export type RewardAction = 'redeem' | 'expire' | 'retry';

export interface RewardStatus {
  readonly state: RewardState;
  readonly expiresAtMs: number | null;
  readonly isMemberErased: boolean;
  /** The receipt; null if none was named, or if the reward is not redeemed. */
  readonly redeemedTransactionRef: string | null;
  /** Why the issue failed; null if it has not failed. */
  readonly failureReason: string | null;
}

export type RewardTransition =
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'moved'; readonly to: RewardState }
  | {
      readonly outcome: 'refused';
      readonly from: RewardState;
      readonly to: RewardState;
      readonly reason?: 'MEMBER_ERASED' | 'RETURNED';
    };

const moves = {
  redeem: { from: 'ISSUED', to: 'REDEEMED' },
  expire: { from: 'ISSUED', to: 'EXPIRED' },
  retry: { from: 'FAILED', to: 'PENDING_FULFILMENT' },
} as const satisfies Readonly<Record<RewardAction, { from: RewardState; to: RewardState }>>;

/**
 * Returns the state that is shown. An ISSUED reward is EXPIRED from its expiry on, before any job marks it.
 */
export const shownRewardState = (
  { state, expiresAtMs }: Pick<RewardStatus, 'state' | 'expiresAtMs'>,
  atMs: number,
): RewardState => (state === 'ISSUED' && expiresAtMs !== null && expiresAtMs <= atMs ? 'EXPIRED' : state);

export interface RewardActionRequest {
  readonly action: RewardAction;
  readonly atMs: number;
  readonly transactionRef?: string;
}

/**
 * Decides a change of a reward's state. A repeated redeem or expiry changes nothing; a redeem with another
 * receipt is refused (D60, D108). A reward past its expiry can be marked as expired but not redeemed. Only
 * FAILED rewards are retried, and none of an erased member or of returned goods.
 */
export const decideRewardTransition = (
  reward: RewardStatus,
  { action, atMs, transactionRef }: RewardActionRequest,
): RewardTransition => {
  const { from, to } = moves[action];
  const shown = shownRewardState(reward, atMs);
  if (isDone(reward, action) && isSameReceipt(reward, transactionRef)) return { outcome: 'unchanged' };
  if (action === 'expire' ? reward.state !== from : shown !== from)
    return { outcome: 'refused', from: shown, to };
  if (action === 'retry' && reward.isMemberErased)
    return { outcome: 'refused', from: shown, to, reason: 'MEMBER_ERASED' };
  if (action === 'retry' && reward.failureReason === 'RETURNED')
    return { outcome: 'refused', from: shown, to, reason: 'RETURNED' };
  return { outcome: 'moved', to };
};

export type TakenBackState = Extract<RewardState, 'EXPIRED' | 'FAILED'>;

/**
 * Returns the new state of a reward whose award does not stay. Null means that the reward is kept, because it
 * was used or has ended (D174).
 */
export const takenBackState = (
  reward: Pick<RewardStatus, 'state' | 'expiresAtMs'>,
  atMs: number,
): TakenBackState | null => {
  const state = shownRewardState(reward, atMs);
  if (state === 'ISSUED') return 'EXPIRED';
  return state === 'PENDING_FULFILMENT' ? 'FAILED' : null;
};

const isDone = ({ state }: RewardStatus, action: RewardAction): boolean =>
  state === moves[action].to && action !== 'retry';

const isSameReceipt = (
  { redeemedTransactionRef }: RewardStatus,
  transactionRef: string | undefined,
): boolean => transactionRef === undefined || transactionRef === redeemedTransactionRef;

export const rewardRequested = ({
  id: rewardId,
  memberId,
  campaignId,
  tierId,
  rewardType,
}: {
  readonly id: string;
  readonly memberId: string;
  readonly campaignId: string | null;
  readonly tierId: string | null;
  readonly rewardType: string;
}): TypedFact => ({
  type: 'reward.requested',
  data: { rewardId, memberId, campaignId, ...(tierId === null ? {} : { tierId }), rewardType },
});

/** Returns true if the reward ended because goods were returned (D174, D304). */
export const rewardTakenBack = ({
  rewardId,
  memberId,
  to,
  atMs,
}: {
  readonly rewardId: string;
  readonly memberId: string;
  readonly to: TakenBackState;
  readonly atMs: number;
}): TypedFact =>
  to === 'FAILED'
    ? { type: 'reward.failed', data: { rewardId, memberId, failureReason: 'RETURNED' } }
    : {
        type: 'reward.expired',
        data: { rewardId, memberId, expiredAt: new Date(atMs).toISOString(), reason: 'RETURNED' },
      };

/**
 * Returns when a reward expires: after whole days of 24 hours from its issue, or at the provider's instant if
 * that is earlier. Null means never.
 */
export const expiresAtOf = ({
  issuedAtMs,
  validDays,
  providerExpiresAtMs,
}: {
  readonly issuedAtMs: number;
  readonly validDays: number | null;
  readonly providerExpiresAtMs: number | null;
}): number | null => {
  if (validDays === null) return providerExpiresAtMs;
  const ownMs = issuedAtMs + validDays * dayMs;
  return providerExpiresAtMs === null ? ownMs : Math.min(ownMs, providerExpiresAtMs);
};
