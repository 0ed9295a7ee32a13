import { streamServiceSettings, type StreamServiceConfig } from '@loyalty/stream-service';

/** Settings of the burn engine: those of every service that consumes streams. */
export const burnEngineSettings = streamServiceSettings;

export type BurnEngineConfig = StreamServiceConfig;
