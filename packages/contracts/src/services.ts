import { topicAccess, type TopicName, topics } from './generated/topics.ts';

/** Services that read streams, in the order in which they are started. */
export const streamServices = [
  'earn-engine',
  'burn-engine',
  'tier-service',
  'segment-service',
  'fulfilment',
  'webhook-dispatcher',
] as const;

/** Every service: those, and then ingress, which serves callers. */
export const serviceNames = [...streamServices, 'ingress'] as const;

export type ServiceName = (typeof serviceNames)[number];

const accessOf = (name: TopicName) => topicAccess.find((topic) => topic.name === name);

/** Services that reply to ingress. */
export const engineServices: readonly string[] = accessOf(topics.replies)?.writers ?? [];

/** Services that follow facts. */
export const followerServices: readonly string[] = accessOf(topics.facts)?.readers ?? [];

/** The consumer groups of the earn engine. Each has its own topics, positions and lag. */
export const earnGroups = {
  /** `loyalty.evaluate`: tills. */
  evaluate: 'earn-engine',
  /** `loyalty.member-events` and `loyalty.credits`. */
  events: 'earn-engine-events',
  /** `loyalty.receipts`: bulk. */
  receipts: 'earn-engine-bulk',
  /** The tenants' own topics. */
  streams: 'earn-engine-streams',
} as const;

/** The consumer group of the burn engine: `loyalty.redeem`. */
export const burnGroup = 'burn-engine';

/** The consumer group of the tier service: `loyalty.facts`, and `loyalty.facts-bulk` behind it. */
export const tierGroup = 'tier-service';

/** The consumer group of the segment service: the same topics. */
export const segmentGroup = 'segment-service';

/** The consumer group of fulfilment: the same topics. */
export const fulfilmentGroup = 'fulfilment';

/** The consumer group of the webhook dispatcher: the same topics. */
export const webhookGroup = 'webhook-dispatcher';

/** Each process of ingress reads replies in a group of its own, whose name begins so. */
export const replyGroupPrefix = 'loyalty.ingress.';

/** A log that is read once is read in a group of its own, whose name begins so. */
export const logGroupPrefix = 'loyalty-read-log-';
