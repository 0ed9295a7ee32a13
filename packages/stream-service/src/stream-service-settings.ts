import { addressSettings, adminSettings, type ConfigOf } from '@loyalty/shell';

/** The settings of every service that consumes streams. */
export const streamServiceSettings = { ...addressSettings, ...adminSettings };

export type StreamServiceConfig = ConfigOf<typeof streamServiceSettings>;
