import type { NotFiredReason, RewardType } from '../../campaigns/campaign.ts';
import type { MemberCountKind } from '../earning-inputs.ts';

export interface TangibleGrant {
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
  /** The number of days; null means that the reward never expires. */
  readonly validDays: number | null;
}

export type CountStep =
  | { readonly kind: MemberCountKind; readonly count: number; readonly completed: number }
  | { readonly kind: 'SHARED'; readonly scope: string; readonly count: number };

export interface CardStep {
  /**
   * The number of stamps on the card; 0 if this stamp completed the card, because the count restarts (D20).
   */
  readonly stampsCollected: number;
  readonly stampsRequired: number;
  readonly completed: boolean;
  /**
   * The number of cards, if one stamp completed several: fewer stamps are required now than were collected.
   */
  readonly cardsCompleted?: number;
}

export interface RuleAward {
  readonly points: number;
  readonly grants: readonly TangibleGrant[];
  readonly counts: readonly CountStep[];
  readonly card?: CardStep;
  readonly referrerPoints?: number;
  /** What reduced the points. If it is absent, they are all that the rule gives. */
  readonly reducedBy?: 'LIMIT' | 'CAP';
  /** The multiplier; absent if nothing multiplied the points. */
  readonly multiplier?: number;
}

/**
 * Points above 0, a larger award, or why the rule did not fire. An award without points and rewards has
 * counted something without firing (D26).
 */
export type RuleOutcome = number | RuleAward | NotFiredReason;

export const hasFired = (outcome: RuleOutcome): outcome is number | RuleAward =>
  typeof outcome === 'number' ||
  (typeof outcome === 'object' && (outcome.points > 0 || outcome.grants.length > 0));

export const noGrants: readonly TangibleGrant[] = [];
export const noCounts: readonly CountStep[] = [];
