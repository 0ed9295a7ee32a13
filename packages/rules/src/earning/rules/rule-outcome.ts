import type { NotFiredReason, RewardType } from '../../model/campaign.ts';
import type { MemberCountKind } from '../../model/earning-inputs.ts';

/** A tangible reward that a campaign gives; a row PENDING_FULFILMENT is made of it (D21). */
export interface TangibleGrant {
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
  /** Null: it does not expire. */
  readonly validDays: number | null;
}

/** A count after the activity; `completed` as in `MemberCount`. */
export type CountStep =
  | { readonly kind: MemberCountKind; readonly count: number; readonly completed: number }
  | { readonly kind: 'SHARED'; readonly scope: string; readonly count: number };

/** A stamp card after its stamp. */
export interface CardStep {
  /** 0 when this stamp completed it: the count restarts (D20). Never more than are required. */
  readonly stampsCollected: number;
  readonly stampsRequired: number;
  readonly completed: boolean;
  /** There where the stamp completed several, because fewer are required than were collected. */
  readonly cardsCompleted?: number;
}

/** What a campaign comes to that gives more than points, or counts. */
export interface RuleAward {
  /** 0 or more. */
  readonly points: number;
  readonly grants: readonly TangibleGrant[];
  readonly counts: readonly CountStep[];
  readonly card?: CardStep;
  /** Points owed to the member who referred this one (D65). */
  readonly referrerPoints?: number;
}

/**
 * What a campaign comes to: the points that it awards, an integer above 0; or more than that; or the reason why it did
 * not fire. A award of neither points nor rewards counted something and did not fire either (D26).
 */
export type RuleOutcome = number | RuleAward | NotFiredReason;

/** True when the outcome is that the campaign fired. */
export const hasFired = (outcome: RuleOutcome): outcome is number | RuleAward =>
  typeof outcome === 'number' ||
  (typeof outcome === 'object' && (outcome.points > 0 || outcome.grants.length > 0));

export const noGrants: readonly TangibleGrant[] = [];
export const noCounts: readonly CountStep[] = [];
