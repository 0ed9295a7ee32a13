import type { MemberId } from '@loyalty/kernel';

/** Only active members earn and burn; anonymized is final (interface 3). */
export type MemberState = 'active' | 'suspended' | 'anonymized';

/** A member's account as a batch keeps it. */
export interface Account {
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  /** The seq of the newest ledger entry; 0 when there is none. */
  readonly ledgerSeq: number;
  readonly lastActivityAtMs: number | null;
}
