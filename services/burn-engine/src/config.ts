import { type StreamServiceConfig, streamServiceSettings } from '@loyalty/service/settings';

export const burnEngineSettings = streamServiceSettings;

export type BurnEngineConfig = StreamServiceConfig;
