import type { FactType } from '@loyalty/contracts';
import type { PublishedFact } from '@loyalty/storage';
import { lostSinceMs, type EpochStep, type RaisedEpoch } from './epoch-step.ts';
import { readFacts, type FactLog } from './read-facts.ts';

/** A repair that follows from facts published before an epoch. It may run twice. */
export interface PublishedFactsFollower {
  readonly types: readonly FactType[];
  readonly begin: (epoch: RaisedEpoch) => PublishedFactsReading;
}

/** One reading of the facts. It keeps a bounded number of them, and no environment can fill all of it. */
export interface PublishedFactsReading {
  /** Takes facts of its types; facts of one key come in order. */
  take(facts: readonly PublishedFact[]): Promise<void>;
  /** Called after the last fact. */
  end(signal: AbortSignal): Promise<void>;
}

/** Reads the facts published since the histories parted, once for all followers. */
export const followPublishedFacts = (
  log: FactLog,
  followers: readonly PublishedFactsFollower[],
): EpochStep => ({
  name: 'published-facts',
  run: async (epoch, signal) => {
    const begun = followers.map(({ types, begin }) => ({
      types: new Set<string>(types),
      reading: begin(epoch),
    }));
    await readFacts(log, {
      types: followers.flatMap(({ types }) => types),
      sinceMs: lostSinceMs(epoch),
      signal,
      onPart: async (facts) => {
        for (const { types, reading } of begun)
          await reading.take(facts.filter(({ type }) => types.has(type)));
        return true;
      },
    });
    for (const { reading } of begun) await reading.end(signal);
  },
});
