import { streamServiceSettings, type StreamServiceConfig } from '@loyalty/engine';

/** Settings of the burn engine: those of every service that consumes streams. */
export const burnEngineSettings = streamServiceSettings;

export type BurnEngineConfig = StreamServiceConfig;
