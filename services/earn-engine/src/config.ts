import { streamServiceSettings, type StreamServiceConfig } from '@loyalty/stream-service';

/** The settings of the earn engine are those of every service that consumes streams. */
export const earnEngineSettings = streamServiceSettings;

export type EarnEngineConfig = StreamServiceConfig;
