import type { EarningRule } from '../model/campaign.ts';

/** A few members under campaigns of these types of rules; everything in it comes from its seed. */
export interface GoldenLife {
  /** Names the life in the lines that were recorded of it. */
  readonly seed: number;
  /** Two or three: so the same campaign fires again and again. */
  readonly types: readonly EarningRule['type'][];
}

/**
 * The lives that were added to the first 592 decisions, oldest first. A new type of rule gets one or two lives here,
 * each with a seed of its own; those that stand here are never changed, so their lines stay as they are.
 */
export const goldenLives: readonly GoldenLife[] = [
  // Points that expire, in several entries of one receipt, and in a referrer's credit.
  { seed: 31, types: ['FIXED_POINTS', 'VISIT_FIXED', 'SPEND_PERCENTAGE'] },
  { seed: 17, types: ['REFERRAL_BONUS', 'FIXED_POINTS', 'ON_DEMAND'] },
];
