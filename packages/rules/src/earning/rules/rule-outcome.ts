import type { NotFiredReason, RewardType } from '../../campaigns/campaign.ts';
import type { MemberCountKind } from '../earning-inputs.ts';

export interface TangibleGrant {
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
  /** Null means that it never expires. */
  readonly validDays: number | null;
}

export type CountStep =
  | { readonly kind: MemberCountKind; readonly count: number; readonly completed: number }
  | { readonly kind: 'SHARED'; readonly scope: string; readonly count: number };

export interface CardStep {
  /** 0 when this stamp completed the card: the count restarts (D20). */
  readonly stampsCollected: number;
  readonly stampsRequired: number;
  readonly completed: boolean;
  /** One stamp completed several cards: fewer stamps are required now than were collected. */
  readonly cardsCompleted?: number;
}

export interface RuleAward {
  readonly points: number;
  readonly grants: readonly TangibleGrant[];
  readonly counts: readonly CountStep[];
  readonly card?: CardStep;
  readonly referrerPoints?: number;
  /** If absent, the points are all that the rule gives. */
  readonly reducedBy?: 'LIMIT' | 'CAP';
  /** It is absent if nothing multiplied the points. */
  readonly multiplier?: number;
}

/**
 * Points above 0, a larger award, or why it did not fire. An award of neither points nor rewards has counted
 * something and not fired (D26).
 */
export type RuleOutcome = number | RuleAward | NotFiredReason;

export const hasFired = (outcome: RuleOutcome): outcome is number | RuleAward =>
  typeof outcome === 'number' ||
  (typeof outcome === 'object' && (outcome.points > 0 || outcome.grants.length > 0));

export const noGrants: readonly TangibleGrant[] = [];
export const noCounts: readonly CountStep[] = [];
