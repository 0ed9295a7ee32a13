import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';
import type { TierThreshold } from './tier-of.ts';

/** A tier, as far as what happens to members depends on it. */
export interface Tier extends TierThreshold {
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** When the thresholds of its environment became what they are, all of them together. Milliseconds since the epoch. */
  readonly thresholdsSetAtMs: number;
  /** What a member is given once, on entering it upwards (D96). */
  readonly freeRewards: readonly TangibleGrant[];
}
