import { addressSettings, adminSettings, groupSettings, type ConfigOf } from '@loyalty/shell';

/** The settings of every service that consumes streams. */
export const streamServiceSettings = { ...addressSettings, ...adminSettings, ...groupSettings };

export type StreamServiceConfig = ConfigOf<typeof streamServiceSettings>;
