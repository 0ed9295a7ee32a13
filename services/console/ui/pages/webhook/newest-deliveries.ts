/** The page shows as many as bars. */
const newestMax = 50;

export type Shown = 'all' | 'failed';

/**
 * Returns the arguments of the list that the page polls. With the same arguments, the result is read from the
 * cache.
 */
export const newestDeliveries = (webhookId: string, shown: Shown) => ({
  webhookId,
  limit: newestMax,
  status: shown === 'failed' ? ('FAILED' as const) : undefined,
});
