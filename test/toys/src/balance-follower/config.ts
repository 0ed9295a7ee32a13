import { type ConfigOf, streamServiceSettings } from '@loyalty/service/settings';

/** A setting of its own stands behind these. */
export const balanceFollowerSettings = streamServiceSettings;

export type BalanceFollowerConfig = ConfigOf<typeof balanceFollowerSettings>;
