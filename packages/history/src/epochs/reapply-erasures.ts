import { reapplyErasure } from '@loyalty/accounts';
import type { Kafka } from '@loyalty/messaging';
import { type Database, writeTransaction } from '@loyalty/storage';
import { lostSinceMs, type EpochStep } from './epoch-step.ts';
import { readErasures } from './read-erasures.ts';

/** Erases members again whom lost commits erased. The topic has them all: ingress responds to an erasure only after publishing it. */
export const reapplyErasures = (kafka: Kafka, db: Database): EpochStep => ({
  name: 'erasures',
  run: async (epoch, signal) => {
    for (const erasure of await readErasures(kafka, { sinceMs: lostSinceMs(epoch), signal })) {
      signal.throwIfAborted();
      await writeTransaction(db, (tx) => reapplyErasure(tx, erasure));
    }
  },
});
