import type { FactType } from '@loyalty/contracts';
import type { PublishedFact } from '@loyalty/storage';
import { lostSinceMs, type EpochStep, type RaisedEpoch } from './epoch-step.ts';
import { readFacts, type FactLog } from './read-facts.ts';

/** Something that follows from facts that were told before an epoch. It may be done twice. */
export interface PublishedFactsFollower {
  readonly types: readonly FactType[];
  readonly begin: (epoch: RaisedEpoch) => PublishedFactsReading;
}

/** One reading of the facts. What it keeps of them is bounded, and no environment has all of that. */
export interface PublishedFactsReading {
  /** Takes facts of its types, those of one key in their order. */
  take(facts: readonly PublishedFact[]): Promise<void>;
  /** All were taken. */
  end(signal: AbortSignal): Promise<void>;
}

/** Reads the facts that were told since the histories parted, once for all of these. */
export const followPublishedFacts = (
  log: FactLog,
  followers: readonly PublishedFactsFollower[],
): EpochStep => ({
  name: 'told-facts',
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
