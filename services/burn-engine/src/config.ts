import { type StreamServiceConfig, streamServiceSettings } from '@loyalty/service/settings';

/** The settings of the burn engine are those of every service that consumes streams. */
export const burnEngineSettings = streamServiceSettings;

export type BurnEngineConfig = StreamServiceConfig;
