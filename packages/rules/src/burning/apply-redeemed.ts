import { invariant } from '@loyalty/kernel';
import { latestOf } from '../model/latest-of.ts';
import type { Account } from '../model/member.ts';
import type { RedeemProcessed } from './decide-redeem.ts';

/** Returns the account after a redeem. Throws BrokenInvariant when the redeem was decided on another balance. */
export const applyRedeemed = (account: Account | null, redeem: RedeemProcessed): Account => {
  invariant(
    account !== null && account.pointsBalance === redeem.balanceBefore,
    'a redeem is applied once, to the account that it was decided on',
  );
  return {
    ...account,
    pointsBalance: redeem.balanceAfter,
    ledgerSeq: account.ledgerSeq + redeem.postings.length,
    lastActivityAtMs: latestOf(account.lastActivityAtMs, redeem.activeAtMs),
  };
};
