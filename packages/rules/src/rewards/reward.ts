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
