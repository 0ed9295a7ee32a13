import type { CampaignId, MemberId, TransactionId } from '@loyalty/kernel';
import type { NotFiredReason, PointsExpiry } from '../campaigns/campaign.ts';
import type { CampaignUse, UseChange } from '../limits/member-use.ts';
import type { LedgerPosting } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import type { Snapshot } from '../snapshot.ts';
import type { PurchaseTotals } from '../statistics/purchase-statistics.ts';
import type { EarningInputs } from './earning-inputs.ts';
import type { CardStep, CountStep, TangibleGrant } from './rules/rule-outcome.ts';

export interface Award {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly rewardIds: readonly string[];
  /** What last reduced its points; absent if they are all that the rule gives. */
  readonly reducedBy?: 'LIMIT' | 'CAP';
  /** The multiplier of the member's tier by which the points were multiplied; absent if they were not. */
  readonly multiplier?: number;
}

export interface IssuedReward extends TangibleGrant {
  readonly id: string;
  readonly campaignId: CampaignId;
}

export type CountChange = CountStep & { readonly campaignId: CampaignId };

export interface CardChange extends CardStep {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
}

export interface ReferrerAward {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly points: number;
  /**
   * The expiry of the points, which is kept here because the campaign may change before the points are
   * credited.
   */
  readonly pointsExpiry?: PointsExpiry;
}

/** Points of a receipt that count once they are due, together for each common time and expiry. */
export interface PendingPoints {
  /** The place of the reward among those of the receipt. */
  readonly n: number;
  readonly points: number;
  readonly dueAtMs: number;
  /** The expiry, counted from when the points become available; null for points that never expire. */
  readonly pointsExpiry: PointsExpiry | null;
  readonly description: string;
}

export interface EarnResult {
  readonly outcome: 'processed';
  readonly memberId: MemberId;
  readonly memberCreated: boolean;
  /** The awarded points, including those that are pending. */
  readonly pointsAwarded: number;
  /** The pending points. They count nowhere else until they become available (D182). */
  readonly pointsPending: number;
  /** The awarded points that paid for earlier returns (D193). */
  readonly pointsDeducted: number;
  readonly pointsBalance: number;
  readonly awards: readonly Award[];
  readonly postings: readonly LedgerPosting[];
  readonly pending: readonly PendingPoints[];
  readonly rewards: readonly IssuedReward[];
  readonly counts: readonly CountChange[];
  readonly cards: readonly CardChange[];
  readonly referrerAwards: readonly ReferrerAward[];
  /** The uses of campaigns with limits per member; each place appears once. */
  readonly uses: readonly UseChange[];
  /** The uses of campaigns with a limit for all members together; each campaign appears once. */
  readonly campaignUses: readonly CampaignUse[];
  /** The time of the activity; null if the member did nothing (D35). */
  readonly activeAtMs: number | null;
}

export interface CampaignCheck {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly reason: NotFiredReason;
}

/** Why campaigns did not fire. Responses have this in the test environment only (D25). */
export interface EvaluateDebug {
  readonly activeCampaigns: number;
  /** At most 100 entries (D74). */
  readonly campaignChecks: readonly CampaignCheck[];
  readonly truncated?: true;
}

export interface EvaluateProcessed extends EarnResult {
  readonly transactionId: TransactionId;
  readonly transactionRef: string;
  /** The terms that decide about a smaller basket; null if nothing was awarded or stamped (D171). */
  readonly terms: Buffer | null;
  readonly debug: EvaluateDebug | null;
}

export interface EventProcessed extends EarnResult {
  readonly eventId: string;
  readonly debug: EvaluateDebug | null;
}

export interface CreditProcessed extends EarnResult {
  readonly creditId: string;
}

export interface Refused {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_SUSPENDED' | 'MEMBER_ERASED' | 'POINTS_OVERFLOW';
}

export type EvaluateDecision = EvaluateProcessed | Refused;
export type EventDecision = EventProcessed | Refused;

export interface DecisionContext {
  readonly snapshot: Snapshot;
  /** The member's account; null for an unknown member, whom the decision then enrols. */
  readonly account: Account | null;
  /** The id by which callers know an unknown member of a lost history (D191). Default: a new one. */
  readonly publishedId?: MemberId | null;
  readonly inputs: EarningInputs;
  /** Returns the totals after the receipts before this one. It is called if a campaign needs them. */
  readonly purchases: () => PurchaseTotals;
  readonly nowMs: number;
  /** Returns an id, which is the same when the request is decided again. */
  readonly newId: (kind: string, n?: number) => string;
  /** Derives 32 bytes, always the same, from the environment's secret, the campaign and the reference (D19). */
  readonly draw: (campaignId: CampaignId) => Uint8Array;
}
