/** Where a reward stands (interface 3). */
export type RewardState = 'PENDING_FULFILMENT' | 'ISSUED' | 'REDEEMED' | 'EXPIRED' | 'FAILED';

/** Why a reward could not be fulfilled (D60, D61). */
export type RewardFailureReason =
  /** The member was erased before there was a code. */
  | 'MEMBER_ERASED'
  /** The pool had no code left. */
  | 'POOL_EMPTY'
  /** The settings name a provider that there is not. */
  | 'NOT_CONFIGURED'
  /** The provider could not be reached, or was busy, at every try. */
  | 'PROVIDER_AWAY'
  /** The provider said no. */
  | 'PROVIDER_REFUSED'
  /** The provider answered without a code that can be used. */
  | 'PROVIDER_BAD_ANSWER'
  /** The provider gave a code that another reward has. */
  | 'PROVIDER_DUPLICATE_CODE'
  /** Nobody knows whether the provider gave a code, and it may not be asked twice. */
  | 'PROVIDER_AMBIGUOUS';
