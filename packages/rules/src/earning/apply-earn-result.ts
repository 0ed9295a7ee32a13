import { invariant } from '@loyalty/kernel';
import type { EarnResult } from '../model/decision.ts';
import { latestOf } from '../model/latest-of.ts';
import type { Account } from '../model/member.ts';

/**
 * Returns the account after a decision; `account` is null for a new member. `lifetimePoints` grows by the earned points
 * (D47), `lastActivityAtMs` never moves back (D35). Throws BrokenInvariant when the decision was taken on another
 * balance: it would be lost, or counted twice.
 */
export const applyEarnResult = (account: Account | null, decision: EarnResult): Account => {
  const before = account ?? newcomer(decision);
  invariant(
    before.pointsBalance + decision.pointsAwarded === decision.pointsBalance,
    'a decision is applied once, to the account that it was taken for',
  );
  return {
    memberId: before.memberId,
    state: before.state,
    pointsBalance: decision.pointsBalance,
    lifetimePoints: before.lifetimePoints + decision.pointsAwarded,
    ledgerSeq: before.ledgerSeq + decision.postings.length,
    lastActivityAtMs: latestOf(before.lastActivityAtMs, decision.activeAtMs),
  };
};

const newcomer = (decision: EarnResult): Account => ({
  memberId: decision.memberId,
  state: 'active',
  pointsBalance: 0,
  lifetimePoints: 0,
  ledgerSeq: 0,
  lastActivityAtMs: null,
});
