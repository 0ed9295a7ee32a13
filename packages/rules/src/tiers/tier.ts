import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';
import type { TierThreshold } from './tier-of.ts';

/** A tier, with the fields that decide what happens to members. */
export interface Tier extends TierThreshold {
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** When the environment's thresholds were last set, all of them together. Milliseconds since the epoch. */
  readonly thresholdsSetAtMs: number;
  /** The rewards that a member receives once, on entering the tier upwards (D96). */
  readonly freeRewards: readonly TangibleGrant[];
}
