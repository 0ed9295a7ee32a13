import type { Kafka, SchemaRegistry } from '@loyalty/messaging';
import type { Queryable } from '@loyalty/storage';
import { lostSinceMs, type EpochStep } from './epoch-step.ts';
import { GhostSieve } from './ghost-sieve.ts';
import { readFacts } from './read-facts.ts';

export interface CompareFactsOptions {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly db: Queryable;
}

/**
 * Compares what `loyalty.facts` told since the histories parted with what is stored, and keeps what is not there. It reads them once more: what
 * holds the opening is not to wait for a look at each of them.
 */
export const createCompareFacts = ({ db, ...log }: CompareFactsOptions): EpochStep => ({
  name: 'compare-facts',
  run: async (raised, signal) => {
    const sieve = new GhostSieve({ db, epoch: raised.epoch });
    const isWhole = await readFacts(log, {
      sinceMs: lostSinceMs(raised),
      signal,
      onPart: async (facts) => {
        await sieve.take(facts);
        return !sieve.isFull;
      },
    });
    await sieve.end(isWhole);
  },
});
