/** Records, messages, the ports of consumers and producers, and a client of one cluster. */

export { createKafka, type Kafka } from './client.ts';
export { requireCluster } from './cluster/own-cluster.ts';
export type {
  ConsumerListener,
  ConsumerPort,
  Fetch,
  GroupConsumer,
  HeaderValue,
  InboundRecord,
  LogBounds,
  LogEnds,
  OutgoingMessage,
  ProducerPort,
  RecordMark,
  WholeLogBounds,
} from './ports.ts';
export { createHeaderReader, headerOf } from './wire/stored-record.ts';
