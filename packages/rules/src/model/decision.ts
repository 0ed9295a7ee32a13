import type { CampaignId, MemberId, TransactionId } from '@loyalty/kernel';
import type { CardStep, CountStep, TangibleGrant } from '../earning/rules/rule-outcome.ts';
import type { NotFiredReason, PointsExpiry } from './campaign.ts';
import type { EarningInputs } from './earning-inputs.ts';
import type { LotTake } from './lot.ts';
import type { Account } from './member.ts';
import type { Snapshot } from './snapshot.ts';

/** What one campaign gave; an entry of `campaigns` in the answer. */
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

/** A count as the decision leaves it. */
export type CountChange = CountStep & { readonly campaignId: CampaignId };

/** A stamp card that got a stamp. */
export interface CardChange extends CardStep {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
}

/** Points that a campaign owes to the member who referred this one (D65). */
export interface ReferrerAward {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly points: number;
  /** When they expire, where the campaign says so: it may have changed until they arrive. */
  readonly pointsExpiry?: PointsExpiry;
}

/** A posting that the decision asks for; never changed once stored (D50). */
export interface LedgerPosting {
  readonly id: string;
  readonly seq: number;
  readonly type: 'EARN' | 'REDEEM' | 'EXPIRE' | 'ADJUST';
  /** Signed points. */
  readonly points: number;
  readonly balanceAfter: number;
  readonly description: string;
  readonly expiresAtMs: number | null;
  /** Of points that expire after so many inactive days (D49): the lot that they are in, or were in. */
  readonly slidingDays?: number;
  /** Of points that were spent: what came from lots; the rest never expired. Absent where nothing did. */
  readonly fromLots?: readonly LotTake[];
}

/** What a member earned by one request, whatever kind it was, and everything that is to be stored for it. */
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
  /** When the member was active by it, milliseconds since the epoch (D35); null where it was not the member's doing. */
  readonly activeAtMs: number | null;
}

/** One campaign that did not fire, and the first check of D25 that failed. */
export interface CampaignCheck {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly reason: NotFiredReason;
}

/** Why no campaign fired; given in the test environment only (D25). */
export interface EvaluateDebug {
  readonly activeCampaigns: number;
  /** At most 100 (D74). */
  readonly campaignChecks: readonly CampaignCheck[];
  /** There when there are more checks than are shown. */
  readonly truncated?: true;
}

/** The transaction is accepted: these points, this balance, these postings. */
export interface EvaluateProcessed extends EarnResult {
  readonly transactionId: TransactionId;
  readonly transactionRef: string;
  /** Null unless the environment is test and nothing fired. */
  readonly debug: EvaluateDebug | null;
}

/** The event is accepted. */
export interface EventProcessed extends EarnResult {
  readonly eventId: string;
  /** Null unless the environment is test and nothing fired. */
  readonly debug: EvaluateDebug | null;
}

/** Points owed by another member's event have arrived. */
export interface CreditProcessed extends EarnResult {
  readonly creditId: string;
}

/** The request is turned down; nothing is written and its ref is not consumed (D15). */
export interface Refused {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_SUSPENDED' | 'MEMBER_ERASED' | 'POINTS_OVERFLOW';
}

export type EvaluateDecision = EvaluateProcessed | Refused;
export type EventDecision = EventProcessed | Refused;

/** Everything a decision may know besides the request. */
export interface DecisionContext {
  readonly snapshot: Snapshot;
  /** Null when the member is not known yet: the decision then enrols them. */
  readonly account: Account | null;
  readonly inputs: EarningInputs;
  /** The time of the record, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Gives the id of the nth thing of a kind that this request makes; the same again after a replay. */
  readonly newId: (kind: string, n?: number) => string;
  /** 32 bytes drawn for a campaign by the environment's secret and the reference (D19); the same after a replay. */
  readonly draw: (campaignId: CampaignId) => Uint8Array;
}
