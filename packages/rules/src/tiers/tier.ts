import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';
import type { TierThreshold } from './tier-of.ts';

/** A tier, as far as what happens to members depends on it. */
export interface Tier extends TierThreshold {
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** When its threshold became what it is: whoever entered by points alone did so later. Milliseconds since the epoch. */
  readonly thresholdSetAtMs: number;
  /** What a member is given once, on entering it upwards (D96). */
  readonly freeRewards: readonly TangibleGrant[];
}
