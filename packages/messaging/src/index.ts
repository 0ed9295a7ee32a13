export type { ChangedSetting } from './kafka/align-configs.ts';
export { BrokerClocks } from './kafka/broker-clocks.ts';
export { surveyBrokers, type BrokersSurvey } from './kafka/broker-settings.ts';
export * from './kafka/coalescing-producer.ts';
export * from './kafka/kafka-admin.ts';
export * from './kafka/kafka-client.ts';
export type { FetchSpacing } from './kafka/fetch-pace.ts';
export * from './kafka/kafka-consumer.ts';
export * from './kafka/partition-counts.ts';
export * from './kafka/read-log.ts';
export {
  addPartitions,
  alterTopics,
  createTopics,
  listTopics,
  surveyTopics,
  type DeclaredTopic,
  type TopicDifference,
  type TopicSettings,
  type TopicsSurvey,
} from './kafka/topic-survey.ts';
export * from './kafka/traced-producer.ts';
export * from './kafka/send-in-order.ts';
export * from './ports/broker.ts';
export * from './ports/decoder.ts';
export * from './ports/environment-header.ts';
export * from './ports/handler.ts';
export * from './ports/store.ts';
export * from './publish/erasure-messages.ts';
export * from './publish/fact-message.ts';
export * from './publish/fact-outbox.ts';
export * from './publish/fact-producer.ts';
export * from './publish/fact-publisher.ts';
export * from './publish/forgotten-rows.ts';
export * from './publish/outbox-cleanup.ts';
export * from './publish/packed-messages.ts';
export * from './registry/avro-decoder.ts';
export * from './registry/schema-registry.ts';
export * from './request-reply/own-partition-assigner.ts';
export * from './request-reply/pending-replies.ts';
export * from './request-reply/reply-partition.ts';
export * from './request-reply/reply-reader.ts';
export * from './request-reply/request-client.ts';
export * from './store/outbox-owner.ts';
export * from './store/outbox-sweeper.ts';
export * from './store/postgres-store.ts';
export type { BatchLimits } from './stream/batch-limits.ts';
export type { FirstPosition } from './stream/read-partition-statuses.ts';
export * from './stream/stream-runtime.ts';
