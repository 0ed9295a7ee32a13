export type RefundPoints = 'PRO_RATA' | 'WHOLE_ONLY' | 'NEVER';

export type UnrecoveredPoints = 'FORGIVE' | 'DEDUCT_LATER';

/** These are the rules of an environment when a return is decided. */
export interface RefundRules {
  readonly refundPoints: RefundPoints;
  /** Redeemed points are returned with at least so many days to live. */
  readonly refundGraceDays: number;
  /** This says what happens to reversed points that exceed the balance (D192). */
  readonly unrecoveredPoints: UnrecoveredPoints;
}
