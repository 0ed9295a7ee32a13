import { hasLedgerEntry, type EntryKey } from '../ledger/ledger.ts';
import { lockAccountsById } from '../members/lock-accounts.ts';
import { Fault } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';

/**
 * Returns whether a transaction that failed with `failure` after its last statement was committed. It takes the member's lock,
 * which that transaction held, so it runs after the other has ended. If the database cannot be asked, it throws a retriable Fault
 * that tells the caller where to check.
 */
export const isEntryStored = async (db: Database, entry: EntryKey, failure: unknown): Promise<boolean> => {
  const { environmentId, memberId } = entry;
  try {
    return await writeTransaction(db, async (tx) => {
      await lockAccountsById(tx, environmentId, [memberId]);
      return hasLedgerEntry(tx, entry);
    });
  } catch {
    throw new Fault('UNCONFIRMED', 'the answer to a COMMIT was lost', {
      retry: true,
      cause: failure,
      publicMessage:
        "It is not known whether this was done. Look at the member's ledger before you send it again; with a ref it is done once.",
    });
  }
};
