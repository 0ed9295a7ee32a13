import type { RewardState } from './reward.ts';

/** An action of a person on a reward (interface 4.3, D60). */
export type RewardAction = 'redeem' | 'expire' | 'retry';

/** The state from which a transition is decided. */
export interface RewardStatus {
  readonly state: RewardState;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** True when the member who received it is erased. */
  readonly isMemberErased: boolean;
  /** The receipt with which it was redeemed; null where none was named, or while it is not redeemed. */
  readonly redeemedTransactionRef: string | null;
}

/** The result of an action. */
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

interface Move {
  readonly from: RewardState;
  readonly to: RewardState;
}

const moves: Readonly<Record<RewardAction, Move>> = {
  redeem: { from: 'ISSUED', to: 'REDEEMED' },
  expire: { from: 'ISSUED', to: 'EXPIRED' },
  retry: { from: 'FAILED', to: 'PENDING_FULFILMENT' },
};

/**
 * Returns the state in which a reward is shown. An ISSUED one is shown as EXPIRED from that instant on, before any job
 * marks it.
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
 * Decides an action on a reward at the time of the call (D60). A repeated redeem or expire changes nothing; with
 * another receipt a redeem is refused (D108). A reward past its time can be marked as expired, but not redeemed. Only
 * FAILED rewards are retried, and none of an erased member.
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
