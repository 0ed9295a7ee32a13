import type { FactDataByType } from '@loyalty/contracts';
import { skipDrawnCodes, type PoolId, type PublishedDraw } from '@loyalty/configuration';
import { type Database, type PublishedFact, writeTransaction } from '@loyalty/storage';
import type { PublishedFactsFollower } from './follow-published-facts.ts';

/** As many as one statement takes. */
const chunkMax = 5_000;

/**
 * Passes over codes of pools that lost commits had given: each was told to somebody, or may have been. Nothing is kept of a part of the log once
 * it is done.
 */
export const skipPublishedCodes = (db: Database): PublishedFactsFollower => ({
  types: ['reward.issued'],
  begin: ({ epoch }) => ({
    take: async (facts) => {
      const told = facts.flatMap(drawOf);
      for (let at = 0; at < told.length; at += chunkMax) {
        const chunk = told.slice(at, at + chunkMax);
        await writeTransaction(db, (tx) => skipDrawnCodes(tx, epoch, chunk));
      }
    },
    end: () => Promise.resolve(),
  }),
});

const drawOf = ({ environmentId, data }: PublishedFact): PublishedDraw[] => {
  const { pool, rewardId } = data as unknown as FactDataByType['reward.issued'];
  if (pool === undefined) return [];
  return [{ environmentId, rewardId, poolId: pool.id as PoolId, place: pool.place }];
};
