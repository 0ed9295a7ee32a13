import type { CampaignId, MemberId, TransactionId } from '@loyalty/kernel';
import type { Account, NotFiredReason, Snapshot } from './model.ts';

/** What one campaign gave for one transaction. */
export interface Award {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly rewardIds: readonly string[];
}

/** A posting that the decision asks for; never changed once stored (D50). */
export interface LedgerPosting {
  readonly id: string;
  readonly seq: number;
  readonly type: 'EARN';
  /** Signed points. */
  readonly points: number;
  readonly balanceAfter: number;
  readonly description: string;
  readonly expiresAtMs: number | null;
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
  readonly campaignChecks: readonly CampaignCheck[];
}

/** The transaction is accepted: these points, this balance, these postings. */
export interface EvaluateProcessed {
  readonly outcome: 'processed';
  readonly transactionId: TransactionId;
  readonly transactionRef: string;
  readonly memberId: MemberId;
  readonly memberCreated: boolean;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly awards: readonly Award[];
  readonly postings: readonly LedgerPosting[];
  /** When the transaction counts as having happened (D35). */
  readonly occurredAtMs: number;
  /** Null unless the environment is test and nothing fired. */
  readonly debug: EvaluateDebug | null;
}

/** The transaction is turned down; nothing is written and its ref is not consumed (D15). */
export interface EvaluateRefused {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_SUSPENDED' | 'MEMBER_ERASED' | 'POINTS_OVERFLOW';
}

/** What becomes of a receipt. */
export type EvaluateDecision = EvaluateProcessed | EvaluateRefused;

/** Everything a decision may know besides the request. */
export interface EvaluateContext {
  readonly snapshot: Snapshot;
  /** Null when the member is not known yet: the decision then enrols them. */
  readonly account: Account | null;
  /** The time of the record, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Gives the id of the nth thing of a kind that this request makes; the same again after a replay. */
  readonly newId: (kind: 'transaction' | 'member' | 'entry', n?: number) => string;
}
