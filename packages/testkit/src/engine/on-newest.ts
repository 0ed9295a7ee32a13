import { NewerConfiguration } from '@loyalty/configuration';
import { ReadAgain, type BatchHandler, type Message } from '@loyalty/messaging';
import { LostRace } from '@loyalty/storage';

type Prepared<Body, Tx, Plan> = Pick<BatchHandler<Body, Tx, Plan>, 'prepare'>;

/** Prepares until no configuration of the batch is late any more. */
const prepareAll = async <Body, Tx, Plan>(
  handler: Prepared<Body, Tx, Plan>,
  batch: readonly Message<Body>[],
): Promise<void> => {
  try {
    await handler.prepare?.(batch);
  } catch (failure) {
    if (!(failure instanceof ReadAgain)) throw failure;
    await prepareAll(handler, batch);
  }
};

/**
 * Makes an attempt as the runtime does: prepares before it, and prepares and tries again when a configuration has
 * changed.
 */
export const onNewest = async <T, Body, Tx, Plan>(
  handler: Prepared<Body, Tx, Plan>,
  batch: readonly Message<Body>[],
  attempt: () => Promise<T>,
): Promise<T> => {
  await prepareAll(handler, batch);
  try {
    return await attempt();
  } catch (failure) {
    if (!(failure instanceof NewerConfiguration)) throw failure;
    await prepareAll(handler, batch);
    return attempt();
  }
};

/**
 * Makes an attempt as the runtime does: again when it has lost a race, for an allowance of a budget, say. A changed configuration is left
 * to {@link onNewest}, which prepares before it tries again.
 */
export const againAfterRace = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch((failure: unknown) => {
    if (!(failure instanceof LostRace) || failure instanceof NewerConfiguration) throw failure;
    return attempt();
  });
