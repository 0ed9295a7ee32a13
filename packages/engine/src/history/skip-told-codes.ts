import type { FactDataByType } from '@loyalty/contracts';
import { skipDrawnCodes, writeTransaction, type PoolId, type ToldDraw } from '@loyalty/programme';
import type { Database, ToldFact } from '@loyalty/storage';
import type { ToldFactsFollower } from './follow-told-facts.ts';

/** As many as one statement takes. */
const chunkMax = 5_000;

/**
 * Passes over codes of pools that lost commits had given: each was told to somebody, or may have been. Nothing is kept of a part of the log once
 * it is done.
 */
export const skipToldCodes = (db: Database): ToldFactsFollower => ({
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

const drawOf = ({ environmentId, data }: ToldFact): ToldDraw[] => {
  const { pool, rewardId } = data as unknown as FactDataByType['reward.issued'];
  if (pool === undefined) return [];
  return [{ environmentId, rewardId, poolId: pool.id as PoolId, place: pool.place }];
};
