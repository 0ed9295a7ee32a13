import type { MemberId } from '@loyalty/kernel';

/** Only active members earn and burn; anonymized is final (interface 3). */
export type MemberState = 'active' | 'suspended' | 'anonymized';

export interface Account {
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly ledgerSeq: number;
  readonly lastActivityAtMs: number | null;
  /** Points of returns that are taken from what they earn next (D192). Absent where there were none. */
  readonly pointsToDeduct?: number;
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

/** Unknown instants are ignored. */
export const laterInstantOf = <Known extends number | null>(
  before: number | null,
  now: Known,
): number | Known => (before === null ? now : Math.max(before, now ?? before));
