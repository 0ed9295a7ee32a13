import type { Award, CreditProcessed } from '../model/decision.ts';

/** The stored response of a referrer's credit; it is sent to nobody. */
export interface CreditResponse {
  readonly creditId: string;
  readonly ref: string;
  readonly memberId: string;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly Award[];
  readonly state: 'PROCESSED';
}

export const toCreditResponse = (decision: CreditProcessed, ref: string): CreditResponse => ({
  creditId: decision.creditId,
  ref,
  memberId: decision.memberId,
  pointsAwarded: decision.pointsAwarded,
  pointsBalance: decision.pointsBalance,
  campaigns: decision.awards,
  state: 'PROCESSED',
});
