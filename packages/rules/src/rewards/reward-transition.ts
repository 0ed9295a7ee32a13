import type { RewardState } from './reward.ts';

/** What may be done to a reward by hand (interface 4.3, D60). */
export type RewardAction = 'redeem' | 'expire' | 'retry';

/** What a transition is decided from. */
export interface RewardStatus {
  readonly state: RewardState;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** Of the member whom it was given to. */
  readonly isMemberErased: boolean;
  /** The receipt it was redeemed with; null where none was named, and before. */
  readonly redeemedTransactionRef: string | null;
}

/** What comes of an action. */
export type RewardTransition =
  /** It is there already: answer 200 with the record, write nothing. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'moved'; readonly to: RewardState }
  /** Answer 409. */
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

/** The state in which a reward is shown: ISSUED ones are EXPIRED from their instant on, whether or not they are marked. */
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
 * What an action does to a reward at the time of the call (D60). To redeem or to expire twice is to do it once; what is past its
 * time and not marked yet can still be marked, and not redeemed. Only FAILED ones are retried, and none of an erased member. Who
 * names a receipt is refused a reward that another receipt has redeemed, or that was redeemed without one (D108).
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

/** Who names no receipt asks only for what is. */
const isSameReceipt = (
  { redeemedTransactionRef }: RewardStatus,
  transactionRef: string | undefined,
): boolean => transactionRef === undefined || transactionRef === redeemedTransactionRef;
