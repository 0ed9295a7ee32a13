import type { FactType } from '@loyalty/contracts';
import type { Kafka, SchemaRegistry } from '@loyalty/messaging';
import type { Queryable } from '@loyalty/storage';
import { lostSinceMs, type EpochStep } from './epoch-step.ts';
import { GhostSieve } from './ghost-sieve.ts';
import { readFacts } from './read-facts.ts';

export interface CompareFactsOptions {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly db: Queryable;
  /** Compares only facts of these types, as one part of the comparison. Default: all. */
  readonly types?: readonly FactType[];
  /** Most facts that are recorded. Default: 100,000, a quarter of them of one environment. */
  readonly ghostsMax?: number;
  /** True: another step compares the rest and records the end. Default: false. */
  readonly isPart?: boolean;
}

/**
 * Compares the facts published since the histories parted with stored rows, and records facts whose effect is missing. It reads the facts
 * a second time, so that the opening need not wait for the comparison.
 */
export const createCompareFacts = ({
  db,
  types,
  ghostsMax,
  isPart,
  ...log
}: CompareFactsOptions): EpochStep => ({
  name: 'compare-facts',
  run: async (raised, signal) => {
    const sieve = new GhostSieve({
      db,
      epoch: raised.epoch,
      ...(ghostsMax === undefined ? {} : { ghostsMax }),
      ...(isPart === undefined ? {} : { isPart }),
    });
    const isWhole = await readFacts(log, {
      ...(types === undefined ? {} : { types }),
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
