import type { CampaignId, MemberId } from '@loyalty/kernel';

/** The state of a member. Only active members earn and burn; anonymized is final (interface 3). */
export type MemberState = 'active' | 'suspended' | 'anonymized';

/**
 * The state says what a reference may do: ACTIVE ones earn and burn, EARN_ONLY ones earn, and BLOCKED ones do neither. The
 * member's other references are not affected.
 */
export type ReferenceState = 'ACTIVE' | 'EARN_ONLY' | 'BLOCKED';

/** Says whether a request that earns or burns is refused because of the reference that it names (D345). */
export const isReferenceRefused = (state: ReferenceState, use: 'earns' | 'burns'): boolean =>
  state === 'BLOCKED' || (state === 'EARN_ONLY' && use === 'burns');

/**
 * Which points pay a claim. OUT: refunds of redeems before the return. EXPIRED: the same, but only points
 * that a refund makes valid again, because their own expiry had passed at the time of the return. OWED: any
 * refund, and whatever the member earns (`pointsToDeduct` is the sum of these).
 */
export type ClaimKind = 'OUT' | 'EXPIRED' | 'OWED';

/** Points that a return reversed but could not take from the balance. */
export interface Claim {
  readonly kind: ClaimKind;
  /** The number of the member's last ledger entry before the return. Redeems up to it pay the claim. */
  readonly seq: number;
  /** The campaign whose budget gets the points back; null if it got them at the return, or is not known. */
  readonly campaignId: CampaignId | null;
  /** The claimed points; always above 0. */
  readonly points: number;
}

export interface Account {
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly ledgerSeq: number;
  readonly lastActivityAtMs: number | null;
  /**
   * Points of returns that are taken from what the member earns next (D192). It is absent if there never were
   * any.
   */
  readonly pointsToDeduct?: number;
  /**
   * What later refunds pay for earlier returns (D300), oldest first. It is absent if there never were any.
   */
  readonly claims?: readonly Claim[];
}

interface StateRefusal {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_SUSPENDED' | 'MEMBER_ERASED';
}

const memberSuspended: StateRefusal = { outcome: 'refused', code: 'MEMBER_SUSPENDED' };
const memberErased: StateRefusal = { outcome: 'refused', code: 'MEMBER_ERASED' };

/** Returns why the member cannot earn or burn; null for active and unknown members (interface 3). */
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

/** Returns the later of two instants. An unknown instant is ignored. */
export const laterInstantOf = <Known extends number | null>(
  before: number | null,
  now: Known,
): number | Known => (before === null ? now : Math.max(before, now ?? before));
