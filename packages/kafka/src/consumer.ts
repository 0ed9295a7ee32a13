/** The consumer on Kafka. */

export { KafkaConsumer } from './consumer/kafka-consumer.ts';
export type { FetchSpacing } from './fetch/partition-fetcher.ts';
