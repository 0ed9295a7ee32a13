import { streamServiceSettings, type StreamServiceConfig } from '@loyalty/stream-service';

/** Settings of the segment service: those of every service that consumes streams. */
export const segmentServiceSettings = streamServiceSettings;

export type SegmentServiceConfig = StreamServiceConfig;
