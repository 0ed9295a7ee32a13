import { streamServiceSettings, type StreamServiceConfig } from '@loyalty/stream-service';

/** Settings of the earn engine: those of every service that consumes streams. */
export const earnEngineSettings = streamServiceSettings;

export type EarnEngineConfig = StreamServiceConfig;
