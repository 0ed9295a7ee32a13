import { topicAccess, topics, type TopicName } from './generated/topics.ts';

const accessOf = (name: TopicName) => topicAccess.find((topic) => topic.name === name);

/** Services that reply to ingress. */
export const engineServices: readonly string[] = accessOf(topics.replies)?.writers ?? [];

/** Services that follow facts. */
export const followerServices: readonly string[] = accessOf(topics.facts)?.readers ?? [];
