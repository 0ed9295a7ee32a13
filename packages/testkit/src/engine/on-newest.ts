import { NewerConfiguration } from '@loyalty/configuration';
import type { BatchHandler } from '@loyalty/messaging';

/**
 * Makes an attempt as the runtime does: prepares before it, and prepares and tries again when a configuration has
 * changed.
 */
export const onNewest = async <T, Body, Tx, Plan>(
  handler: Pick<BatchHandler<Body, Tx, Plan>, 'prepare'>,
  attempt: () => Promise<T>,
): Promise<T> => {
  await handler.prepare?.();
  try {
    return await attempt();
  } catch (failure) {
    if (!(failure instanceof NewerConfiguration)) throw failure;
    await handler.prepare?.();
    return attempt();
  }
};
