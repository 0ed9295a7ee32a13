import { streamServiceSettings, type StreamServiceConfig } from '@loyalty/stream-service';

/** The settings of the segment service are those of every service that consumes streams. */
export const segmentServiceSettings = streamServiceSettings;

export type SegmentServiceConfig = StreamServiceConfig;
