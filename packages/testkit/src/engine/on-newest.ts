import { NewerConfiguration } from '@loyalty/configuration';
import type { BatchHandler } from '@loyalty/messaging';

/**
 * Makes an attempt as the runtime does: what it needs is prepared before it begins, and once more where a configuration turns
 * out to have changed.
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
