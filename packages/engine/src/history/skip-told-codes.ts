import { skipDrawnCodes, writeTransaction, type PoolId, type ToldDraw } from '@loyalty/programme';
import type { Connections } from '../service/connections.ts';
import { lostSinceMs, type EpochStep } from './epoch-step.ts';
import { readFacts } from './read-facts.ts';

/** As many as one statement takes. */
const chunkMax = 5_000;

/** Passes over codes of pools that lost commits had given: each was told to somebody, or may have been. */
export const skipToldCodes = (
  connections: Pick<Connections, 'kafka' | 'registry' | 'opening'>,
): EpochStep => ({
  name: 'pools',
  run: async (epoch, signal) => {
    const told: ToldDraw[] = [];
    await readFacts(connections, {
      ...{ types: ['reward.issued'], sinceMs: lostSinceMs(epoch), signal },
      onFact: ({ environmentId, fact: { data } }) => {
        const { pool, rewardId } = data;
        if (pool !== undefined)
          told.push({ environmentId, rewardId, poolId: pool.id as PoolId, place: pool.place });
      },
    });
    for (let at = 0; at < told.length; at += chunkMax) {
      signal.throwIfAborted();
      const chunk = told.slice(at, at + chunkMax);
      await writeTransaction(connections.opening, (tx) => skipDrawnCodes(tx, epoch.epoch, chunk));
    }
  },
});
