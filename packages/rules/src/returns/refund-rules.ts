export type RefundPoints = 'PRO_RATA' | 'WHOLE_ONLY' | 'NEVER';

export type UnrecoveredPoints = 'FORGIVE' | 'DEDUCT_LATER';

/** Of an environment, as they are when a return is decided. */
export interface RefundRules {
  readonly refundPoints: RefundPoints;
  /** Redeemed points come back with at least so many days to live. */
  readonly refundGraceDays: number;
  /** Of reversed points that the balance has not got (D192). */
  readonly unrecoveredPoints: UnrecoveredPoints;
}
