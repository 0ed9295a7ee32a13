import type { CampaignId, MemberId, TransactionId } from '@loyalty/kernel';
import type { NotFiredReason, PointsExpiry } from '../campaigns/campaign.ts';
import type { LedgerPosting } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import type { Snapshot } from '../snapshot.ts';
import type { EarningInputs } from './earning-inputs.ts';
import type { CardStep, CountStep, TangibleGrant } from './rules/rule-outcome.ts';

/** The award of one campaign; an entry of `campaigns` in the response. */
export interface Award {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly rewardIds: readonly string[];
}

/** A tangible reward to be fulfilled. */
export interface IssuedReward extends TangibleGrant {
  readonly id: string;
  readonly campaignId: CampaignId;
}

/** A count after the decision. */
export type CountChange = CountStep & { readonly campaignId: CampaignId };

/** A stamp card that received a stamp. */
export interface CardChange extends CardStep {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
}

/** Points that a campaign awards to the member who referred this one (D65). */
export interface ReferrerAward {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly points: number;
  /** Their expiry, where the campaign sets one: the campaign may change before they are credited. */
  readonly pointsExpiry?: PointsExpiry;
}

/** The earnings of a member from one request of any kind, and everything to be stored for it. */
export interface EarnResult {
  readonly outcome: 'processed';
  readonly memberId: MemberId;
  readonly memberCreated: boolean;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly awards: readonly Award[];
  readonly postings: readonly LedgerPosting[];
  readonly rewards: readonly IssuedReward[];
  readonly counts: readonly CountChange[];
  readonly cards: readonly CardChange[];
  readonly referrerAwards: readonly ReferrerAward[];
  /** When the member was active, milliseconds since the epoch (D35); null where they did nothing. */
  readonly activeAtMs: number | null;
}

/** One campaign that did not fire, and the first check of D25 that failed. */
export interface CampaignCheck {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly reason: NotFiredReason;
}

/** The reasons why no campaign fired; given in the test environment only (D25). */
export interface EvaluateDebug {
  readonly activeCampaigns: number;
  /** At most 100 (D74). */
  readonly campaignChecks: readonly CampaignCheck[];
  /** Present when there are more checks than are shown. */
  readonly truncated?: true;
}

export interface EvaluateProcessed extends EarnResult {
  readonly transactionId: TransactionId;
  readonly transactionRef: string;
  /** Null unless the environment is test and nothing fired. */
  readonly debug: EvaluateDebug | null;
}

export interface EventProcessed extends EarnResult {
  readonly eventId: string;
  /** Null unless the environment is test and nothing fired. */
  readonly debug: EvaluateDebug | null;
}

/** A credited referral: the points that another member's event gave to this one. */
export interface CreditProcessed extends EarnResult {
  readonly creditId: string;
}

/** A refused request: nothing is written, and its reference is not consumed (D15). */
export interface Refused {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_SUSPENDED' | 'MEMBER_ERASED' | 'POINTS_OVERFLOW';
}

export type EvaluateDecision = EvaluateProcessed | Refused;
export type EventDecision = EventProcessed | Refused;

/** Everything that a decision may use besides the request. */
export interface DecisionContext {
  readonly snapshot: Snapshot;
  /** Null for an unknown member: the decision then enrols them. */
  readonly account: Account | null;
  readonly inputs: EarningInputs;
  /** The time of the record, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Returns the id of the nth thing of a kind that this request makes; the same when it is decided again. */
  readonly newId: (kind: string, n?: number) => string;
  /** Returns 32 bytes of the environment's secret, the campaign and the reference (D19): always the same. */
  readonly draw: (campaignId: CampaignId) => Uint8Array;
}
