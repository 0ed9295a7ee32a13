import { LostRace } from '@loyalty/storage';
import type { BatchHandler, Message } from '@loyalty/streams';
import { NewerConfiguration } from '@loyalty/tables/snapshot';

/**
 * Makes an attempt as the runtime does: it prepares before the attempt, and prepares and tries again if a
 * configuration has changed.
 */
export const onNewest = async <T, Body, Tx, Plan>(
  handler: Pick<BatchHandler<Body, Tx, Plan>, 'prepare'>,
  batch: readonly Message<Body>[],
  attempt: () => Promise<T>,
): Promise<T> => {
  await handler.prepare?.(batch);
  try {
    return await attempt();
  } catch (failure) {
    if (!(failure instanceof NewerConfiguration)) throw failure;
    await handler.prepare?.(batch);
    return attempt();
  }
};

/**
 * Makes an attempt as the runtime does, again if it has lost a race, for example for an allowance of a
 * budget. A changed configuration is left to {@link onNewest}, which prepares before it tries again.
 */
export const againAfterRace = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch((failure: unknown) => {
    if (!(failure instanceof LostRace) || failure instanceof NewerConfiguration) throw failure;
    return attempt();
  });
