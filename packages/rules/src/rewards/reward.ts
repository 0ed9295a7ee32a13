import type { TypedFact } from '@loyalty/contracts';
import { dayMs } from '@loyalty/kernel';

/** The states of a reward (interface 3). */
export type RewardState = 'PENDING_FULFILMENT' | 'ISSUED' | 'REDEEMED' | 'EXPIRED' | 'FAILED';

/** The reasons why a reward could not be fulfilled (D60, D61). */
export type RewardFailureReason =
  /** The member was erased before there was a code. */
  | 'MEMBER_ERASED'
  /** The pool had no code left. */
  | 'POOL_EMPTY'
  /** The settings name a provider that does not exist. */
  | 'NOT_CONFIGURED'
  /** The provider was unreachable or busy in every call. */
  | 'PROVIDER_AWAY'
  /** The provider refused. */
  | 'PROVIDER_REFUSED'
  /** The provider's response had no usable code. */
  | 'PROVIDER_BAD_ANSWER'
  /** The provider returned a code that another reward has. */
  | 'PROVIDER_DUPLICATE_CODE'
  /** It is unknown whether the provider issued a code, and the provider may not be called twice. */
  | 'PROVIDER_AMBIGUOUS';

/** An action of a person on a reward (interface 4.3, D60). */
export type RewardAction = 'redeem' | 'expire' | 'retry';

export interface RewardStatus {
  readonly state: RewardState;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** True when the member who received it is erased. */
  readonly isMemberErased: boolean;
  /** The receipt with which it was redeemed; null where none was named, or while it is not redeemed. */
  readonly redeemedTransactionRef: string | null;
}

export type RewardTransition =
  /** The reward is already in that state: respond 200 with the record and write nothing. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'moved'; readonly to: RewardState }
  /** Respond 409. */
  | {
      readonly outcome: 'refused';
      readonly from: RewardState;
      readonly to: RewardState;
      readonly reason?: 'MEMBER_ERASED';
    };

const moves = {
  redeem: { from: 'ISSUED', to: 'REDEEMED' },
  expire: { from: 'ISSUED', to: 'EXPIRED' },
  retry: { from: 'FAILED', to: 'PENDING_FULFILMENT' },
} as const satisfies Readonly<Record<RewardAction, { from: RewardState; to: RewardState }>>;

/**
 * Returns the state in which a reward is shown. An ISSUED one is shown as EXPIRED from that instant on,
 * before any job marks it.
 */
export const shownRewardState = (
  { state, expiresAtMs }: Pick<RewardStatus, 'state' | 'expiresAtMs'>,
  atMs: number,
): RewardState => (state === 'ISSUED' && expiresAtMs !== null && expiresAtMs <= atMs ? 'EXPIRED' : state);

/** An action, the time of the call, and the receipt that a redemption names (D108). */
export interface RewardDemand {
  readonly action: RewardAction;
  readonly atMs: number;
  readonly transactionRef?: string;
}

/**
 * Decides an action on a reward at the time of the call (D60). A repeated redeem or expire changes nothing;
 * with another receipt a redeem is refused (D108). A reward past its time can be marked as expired, but not
 * redeemed. Only FAILED rewards are retried, and none of an erased member.
 */
export const decideRewardTransition = (
  reward: RewardStatus,
  { action, atMs, transactionRef }: RewardDemand,
): RewardTransition => {
  const { from, to } = moves[action];
  const shown = shownRewardState(reward, atMs);
  if (isDone(reward, action) && isSameReceipt(reward, transactionRef)) return { outcome: 'unchanged' };
  if (action === 'expire' ? reward.state !== from : shown !== from)
    return { outcome: 'refused', from: shown, to };
  if (action === 'retry' && reward.isMemberErased)
    return { outcome: 'refused', from: shown, to, reason: 'MEMBER_ERASED' };
  return { outcome: 'moved', to };
};

const isDone = ({ state }: RewardStatus, action: RewardAction): boolean =>
  state === moves[action].to && action !== 'retry';

/** True when the call names no receipt, or the one with which the reward was redeemed. */
const isSameReceipt = (
  { redeemedTransactionRef }: RewardStatus,
  transactionRef: string | undefined,
): boolean => transactionRef === undefined || transactionRef === redeemedTransactionRef;

/** Returns the fact that requests the code of a reward again, as its campaign or tier did. */
export const rewardRequested = ({
  id: rewardId,
  memberId,
  campaignId,
  tierId,
  rewardType,
}: {
  readonly id: string;
  readonly memberId: string;
  /** Null where a tier gave it. */
  readonly campaignId: string | null;
  /** Null where a campaign gave it. */
  readonly tierId: string | null;
  readonly rewardType: string;
}): TypedFact => ({
  type: 'reward.requested',
  data: { rewardId, memberId, campaignId, ...(tierId === null ? {} : { tierId }), rewardType },
});

/**
 * Returns when a reward expires: whole days of 24 hours after it was issued, or at the provider's instant if
 * that is earlier; null: never.
 */
export const expiresAtOf = ({
  issuedAtMs,
  validDays,
  providerExpiresAtMs,
}: {
  readonly issuedAtMs: number;
  /** As set by its campaign or tier; null: it does not expire. */
  readonly validDays: number | null;
  /** As set by the provider of the code; null where it sets none. */
  readonly providerExpiresAtMs: number | null;
}): number | null => {
  if (validDays === null) return providerExpiresAtMs;
  const ownMs = issuedAtMs + validDays * dayMs;
  return providerExpiresAtMs === null ? ownMs : Math.min(ownMs, providerExpiresAtMs);
};
