import { reapplyErasure, type KeptErasure } from '@loyalty/accounts';
import { writeTransaction, type Database } from '@loyalty/storage';

/** The number of members that were erased again, had been erased already, or are kept out without having been there. */
export interface ErasedAgain {
  readonly erased: number;
  readonly already: number;
  readonly tombstone: number;
}

/** Erases members again, one short transaction for each. Repeating it changes nothing. */
export const eraseAgain = async (db: Database, erasures: readonly KeptErasure[]): Promise<ErasedAgain> => {
  const counts = { erased: 0, already: 0, tombstone: 0 };
  for (const erasure of erasures)
    counts[await writeTransaction(db, (tx) => reapplyErasure(tx, erasure))] += 1;
  return counts;
};

/** Returns the counts as a sentence. */
export const erasedAgainSentence = ({ erased, already, tombstone }: ErasedAgain): string =>
  `${erased.toString()} members erased again, ${tombstone.toString()} kept out who were not there, ` +
  `${already.toString()} had been erased already.`;
