import { reapplyErasure } from '@loyalty/accounts';
import type { Kafka } from '@loyalty/messaging';
import { type Database, writeTransaction } from '@loyalty/storage';
import { lostSinceMs, type EpochStep } from './epoch-step.ts';
import { readErasures } from './read-erasures.ts';

/** Erases again who was erased by lost commits: the call was answered once the topic had it. */
export const reapplyErasures = (kafka: Kafka, db: Database): EpochStep => ({
  name: 'erasures',
  run: async (epoch, signal) => {
    for (const erasure of await readErasures(kafka, { sinceMs: lostSinceMs(epoch), signal })) {
      signal.throwIfAborted();
      await writeTransaction(db, (tx) => reapplyErasure(tx, erasure));
    }
  },
});
