import { type StreamServiceConfig, streamServiceSettings } from '@loyalty/service/settings';

/** The settings of the segment service are those of every service that consumes streams. */
export const segmentServiceSettings = streamServiceSettings;

export type SegmentServiceConfig = StreamServiceConfig;
