export type RefundPoints = 'PRO_RATA' | 'WHOLE_ONLY' | 'NEVER';

export type UnrecoveredPoints = 'FORGIVE' | 'DEDUCT_LATER';

/** The rules of an environment when a return is decided. */
export interface RefundRules {
  readonly refundPoints: RefundPoints;
  /** Redeemed points are given back with at least this many days until they expire. */
  readonly refundGraceDays: number;
  /** What happens to reversed points that exceed the balance (D192). */
  readonly unrecoveredPoints: UnrecoveredPoints;
}
