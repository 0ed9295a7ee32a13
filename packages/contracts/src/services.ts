import { topicAccess, type TopicName, topics } from './generated/topics.ts';

/** The services that read streams, in the order in which they are started. */
export const streamServices = [
  'earn-engine',
  'burn-engine',
  'tier-service',
  'segment-service',
  'fulfilment',
  'webhook-dispatcher',
] as const;

export const serviceNames = [...streamServices, 'ingress'] as const;

export type ServiceName = (typeof serviceNames)[number];

const accessOf = (name: TopicName) => topicAccess.find((topic) => topic.name === name);

export const engineServices: readonly string[] = accessOf(topics.replies)?.writers ?? [];

export const followerServices: readonly string[] = accessOf(topics.facts)?.readers ?? [];

/** The consumer groups of the earn engine. Each has its own topics, positions and lag. */
export const earnGroups = {
  evaluate: 'earn-engine',
  /** This group reads `loyalty.member-events` and `loyalty.credits`. */
  events: 'earn-engine-events',
  receipts: 'earn-engine-bulk',
  streams: 'earn-engine-streams',
} as const;

export const burnGroup = 'burn-engine';

export const tierGroup = 'tier-service';

export const segmentGroup = 'segment-service';

export const fulfilmentGroup = 'fulfilment';

export const webhookGroup = 'webhook-dispatcher';

/** The prefix of consumer groups that read replies. Each process of ingress has such a group of its own. */
export const replyGroupPrefix = 'loyalty.ingress.';

/** The prefix of consumer groups that read a log once. Each such read has a group of its own. */
export const logGroupPrefix = 'loyalty-read-log-';
