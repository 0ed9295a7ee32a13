import type { Database, Transaction } from '@loyalty/storage';
import type { BatchHandler, Message } from '@loyalty/streams';
import { againAfterRace, onNewest } from './on-newest.ts';

/**
 * Runs a batch as the runtime does but without positions, and again if it has lost a race. Returns what was
 * decided and stored.
 */
export const runBatch = async <Body, Plan>(
  db: Database,
  handler: Pick<
    BatchHandler<Body, Transaction, Plan>,
    'prepare' | 'plan' | 'storeShared' | 'store' | 'committed'
  >,
  batch: readonly Message<Body>[],
): Promise<Plan> => {
  const plan = await onNewest(handler, batch, () =>
    againAfterRace(() =>
      db.transaction(async (tx) => {
        const decided = await handler.plan(tx, batch);
        await handler.storeShared?.(tx, decided);
        await handler.store(tx, decided);
        return decided;
      }),
    ),
  );
  handler.committed(plan);
  return plan;
};
