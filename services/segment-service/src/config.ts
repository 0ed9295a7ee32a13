import { type StreamServiceConfig, streamServiceSettings } from '@loyalty/service/settings';

export const segmentServiceSettings = streamServiceSettings;

export type SegmentServiceConfig = StreamServiceConfig;
