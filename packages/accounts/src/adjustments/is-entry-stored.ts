import { hasLedgerEntry, type EntryName } from '../ledger/ledger.ts';
import { lockAccountsById } from '../members/lock-accounts.ts';
import { Fault } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';

/**
 * Returns whether a transaction was committed that failed with `failure` behind its last statement. It is asked behind the member's
 * lock, which that transaction held: whoever has it sees how the other ended. Throws a retriable Fault that tells the caller what
 * to look at when this cannot be asked either.
 */
export const isEntryStored = async (db: Database, entry: EntryName, failure: unknown): Promise<boolean> => {
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
