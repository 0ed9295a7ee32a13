import { type EnvironmentId, type MemberId, randomId, type TransactionId } from '@loyalty/kernel';
import { FigureBook } from '@loyalty/rules/statistics';
import type { Database } from '@loyalty/storage';
import { lockAccounts } from '../accounts/accounts.ts';
import { writeMemberDays } from '../accounts/member-days.ts';
import { updateAccounts } from '../accounts/write-accounts.ts';
import { insertTransactions } from '../transactions/transactions.ts';
import { keyOfMember } from './enrol-member.ts';

/** A purchase of a member of `enrolMember`. */
export interface GivenReceipt {
  /** The day, as `utcDayOf` counts days. */
  readonly day: number;
  readonly cents: number;
}

const dayMs = 86_400_000;

/**
 * Stores receipts of one member with their figures in one transaction, as an engine's batch does; they earn
 * nothing.
 */
export const storeReceipts = (
  db: Database,
  { environmentId, memberId }: { readonly environmentId: EnvironmentId; readonly memberId: MemberId },
  receipts: readonly GivenReceipt[],
): Promise<void> =>
  db.transaction(async (tx) => {
    const known = await lockAccounts(tx, [{ environmentId, memberKey: keyOfMember(memberId) }]);
    for (const { account, figures } of known) {
      const book = new FigureBook(figures);
      for (const { day, cents } of receipts) book.add({ day, cents, txns: 1 });
      const writes = book.writes();
      await insertTransactions(
        tx,
        receipts.map((receipt) => transactionOf(environmentId, memberId, receipt)),
      );
      await updateAccounts(tx, [{ environmentId, account, figures: writes.figures, atMs: Date.now() }]);
      await writeMemberDays(tx, {
        opened: writes.opened.map((day) => ({ environmentId, memberId, ...day })),
        backdated: writes.backdated.map((purchase) => ({ environmentId, memberId, ...purchase })),
      });
    }
  });

const transactionOf = (environmentId: EnvironmentId, memberId: MemberId, { day, cents }: GivenReceipt) => ({
  environmentId,
  memberId,
  operation: 'evaluate' as const,
  ref: randomId(),
  id: randomId() as TransactionId,
  fingerprint: Buffer.alloc(16),
  atMs: Date.now(),
  response: Buffer.from('{"pointsAwarded":0,"campaigns":[]}'),
  purchase: { amountCents: cents, occurredAtMs: day * dayMs + dayMs / 2 },
});
