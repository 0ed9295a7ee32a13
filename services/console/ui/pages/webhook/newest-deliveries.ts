/** The page shows as many as bars. */
const newestMax = 50;

export type Shown = 'all' | 'failed';

/** The arguments of the list that the page polls: with the same ones, what is there already is read. */
export const newestDeliveries = (webhookId: string, shown: Shown) => ({
  webhookId,
  limit: newestMax,
  status: shown === 'failed' ? ('FAILED' as const) : undefined,
});
