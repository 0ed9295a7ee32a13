import type { FactDataByType } from '@loyalty/contracts';
import { skipDrawnCodes, type PoolId, type PublishedDraw } from '@loyalty/configuration';
import { type Database, type PublishedFact, writeTransaction } from '@loyalty/storage';
import type { PublishedFactsFollower } from './follow-published-facts.ts';

/** Codes of one statement. */
const chunkMax = 5_000;

/**
 * Skips codes of pools that lost commits had drawn, because a member may know them. Each part of the log is processed at once, so nothing
 * is kept in memory.
 */
export const skipPublishedCodes = (db: Database): PublishedFactsFollower => ({
  types: ['reward.issued'],
  begin: ({ epoch }) => ({
    take: async (facts) => {
      const draws = facts.flatMap(drawOf);
      for (let at = 0; at < draws.length; at += chunkMax) {
        const chunk = draws.slice(at, at + chunkMax);
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
