import type { NotFiredReason, RewardType } from '../../campaigns/campaign.ts';
import type { MemberCountKind } from '../earning-inputs.ts';

/** A tangible reward that a campaign grants. It becomes a row in state PENDING_FULFILMENT (D21). */
export interface TangibleGrant {
  readonly rewardType: RewardType;
  readonly value: Readonly<Record<string, unknown>>;
  /** Null: it never expires. */
  readonly validDays: number | null;
}

/** A count after the activity; `completed` as in `MemberCount`. */
export type CountStep =
  | { readonly kind: MemberCountKind; readonly count: number; readonly completed: number }
  | { readonly kind: 'SHARED'; readonly scope: string; readonly count: number };

export interface CardStep {
  /** 0 when this stamp completed the card: the count restarts (D20). Never more than `stampsRequired`. */
  readonly stampsCollected: number;
  readonly stampsRequired: number;
  readonly completed: boolean;
  /** Present when one stamp completed several cards: fewer stamps are required now than were collected. */
  readonly cardsCompleted?: number;
}

/** The award of a campaign that gives more than points, or counts something. */
export interface RuleAward {
  /** 0 or more. */
  readonly points: number;
  readonly grants: readonly TangibleGrant[];
  readonly counts: readonly CountStep[];
  readonly card?: CardStep;
  /** Points for the member who referred this one (D65). */
  readonly referrerPoints?: number;
}

/**
 * The outcome of a campaign: its points, an integer above 0; an award of more than points; or the reason why
 * it did not fire. An award of neither points nor rewards has counted something and not fired (D26).
 */
export type RuleOutcome = number | RuleAward | NotFiredReason;

export const hasFired = (outcome: RuleOutcome): outcome is number | RuleAward =>
  typeof outcome === 'number' ||
  (typeof outcome === 'object' && (outcome.points > 0 || outcome.grants.length > 0));

export const noGrants: readonly TangibleGrant[] = [];
export const noCounts: readonly CountStep[] = [];
