import type { CampaignId, MemberId } from '@loyalty/kernel';

/** Only active members earn and burn; anonymized is final (interface 3). */
export type MemberState = 'active' | 'suspended' | 'anonymized';

/**
 * Who pays a claim: OUT refunds of redeems before the return; EXPIRED the same, but only with points that a refund
 * brings to life again, because their own time had passed when the receipt came back; OWED any refund, and whatever
 * the member earns (`pointsToDeduct` holds the sum of these).
 */
export type ClaimKind = 'OUT' | 'EXPIRED' | 'OWED';

/** Points that a return reversed and could not take. */
export interface Claim {
  readonly kind: ClaimKind;
  /** The number of the member's last ledger entry before the return: redeems up to it pay. */
  readonly seq: number;
  /**
   * The campaign whose budget gets the points back; null if it got them back at the return, or is not known.
   */
  readonly campaignId: CampaignId | null;
  /** The points are above 0. */
  readonly points: number;
}

export interface Account {
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly ledgerSeq: number;
  readonly lastActivityAtMs: number | null;
  /** Points of returns that are taken from what they earn next (D192). Absent where there were none. */
  readonly pointsToDeduct?: number;
  /** What later refunds pay to earlier returns (D300), the oldest first. Absent where there were none. */
  readonly claims?: readonly Claim[];
}

interface StateRefusal {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_SUSPENDED' | 'MEMBER_ERASED';
}

const memberSuspended: StateRefusal = { outcome: 'refused', code: 'MEMBER_SUSPENDED' };
const memberErased: StateRefusal = { outcome: 'refused', code: 'MEMBER_ERASED' };

/** Null for active and unknown members (interface 3). */
export const refusalOf = (account: Account | null): StateRefusal | null => {
  if (account === null) return null;
  switch (account.state) {
    case 'active':
      return null;
    case 'suspended':
      return memberSuspended;
    case 'anonymized':
      return memberErased;
  }
};

/** An unknown instant is ignored. */
export const laterInstantOf = <Known extends number | null>(
  before: number | null,
  now: Known,
): number | Known => (before === null ? now : Math.max(before, now ?? before));
