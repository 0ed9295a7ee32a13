import { topicAccess, topics, type TopicName } from './generated/topics.ts';

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
