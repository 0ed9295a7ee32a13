export type { ChangedSetting } from './kafka/align-configs.ts';
export { BrokerClocks } from './kafka/broker-clocks.ts';
export { surveyBrokers, type BrokersSurvey } from './kafka/broker-settings.ts';
export { CoalescingProducer } from './kafka/coalescing-producer.ts';
export {
  describeCluster,
  offsetsSince,
  readEndOffsets,
  readLogBounds,
  readPartitionCount,
} from './kafka/kafka-admin.ts';
export { createKafka, type Kafka } from './kafka/kafka-client.ts';
export type { FetchSpacing } from './kafka/fetch/fetch-pace.ts';
export { KafkaConsumer } from './kafka/kafka-consumer.ts';
export { PartitionCounts } from './kafka/partition-counts.ts';
export { type AccessRule, grantAccess } from './kafka/access-rules.ts';
export { readLog, readLogInParts, readRecords, readStretches } from './kafka/read-log.ts';
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
export { tracedProducer } from './kafka/traced-producer.ts';
export { sendInOrder } from './kafka/send-in-order.ts';
export type {
  ConsumerListener,
  ConsumerPort,
  Fetch,
  GroupConsumer,
  HeaderValue,
  InboundRecord,
  LogBounds,
  OutgoingMessage,
  ProducerPort,
} from './ports/broker.ts';
export type { Decoded, Decoder } from './ports/decoder.ts';
export { environmentInHeader, environmentNameOf } from './ports/environment-header.ts';
export {
  type BatchHandler,
  type Effects,
  type GivenUp,
  type Lane,
  type Message,
  BeyondShare,
  MessageFailure,
  type RejectedMessage,
  type Rejection,
  type RejectionReason,
} from './ports/handler.ts';
export type { Store } from './ports/store.ts';
export {
  erasureMessages,
  erasureRecord,
  type ErasureSchemaIds,
  type ErasureToPublish,
} from './publish/erasure-messages.ts';
export { factMessage, type FactToPublish } from './publish/fact-message.ts';
export { createFactWriter, type FactContent, type FactWriter } from './publish/fact-writer.ts';
export {
  createFactOutbox,
  type FactOutbox,
  type Publication,
  type PublishingOutbox,
  unownedFactOutbox,
} from './publish/fact-outbox.ts';
export { createFactProducer } from './publish/fact-producer.ts';
export { FactPublisher } from './publish/fact-publisher.ts';
export { OrphanedRows } from './publish/orphaned-rows.ts';
export { createLastOutboxCleanup, createOutboxCleanup } from './publish/outbox-cleanup.ts';
export { packMessages, unpackMessages } from './publish/packed-messages.ts';
export { messageOfRejected } from './publish/rejected-message.ts';
export { createAvroDecoder } from './registry/avro-decoder.ts';
export { findSchemaId, type SchemaId, SchemaIds } from './registry/schema-ids.ts';
export { createSchemaRegistry, type SchemaRegistry } from './registry/schema-registry.ts';
export { createStoredRegistry, storeSchema } from './registry/stored-registry.ts';
export { PendingReplies, type ReplyOutcome, slotMsOf } from './request-reply/pending-replies.ts';
export { leaseReplyPartition, type ReplyPartition } from './request-reply/reply-partition.ts';
export { ReplyReader } from './request-reply/reply-reader.ts';
export {
  createRequestClient,
  type ReplyAddress,
  type RequestClient,
} from './request-reply/request-client.ts';
export { createDeadMembers } from './store/dead-members.ts';
export { registerOutboxOwner, type OutboxOwner } from './store/outbox-owner.ts';
export { createOutboxSweeper } from './store/outbox-sweeper.ts';
export { createPostgresStore } from './store/postgres-store.ts';
export type { BatchLimits } from './stream/batch-limits.ts';
export type { ConsumerGroupOptions } from './stream/consumer-group-options.ts';
export type { FirstPosition } from './stream/read-partition-statuses.ts';
export {
  createStreamRuntime,
  type StreamRuntime,
  type StreamRuntimeOptions,
} from './stream/stream-runtime.ts';
