import { evaluateRequestCodec, subjectOf, topics } from '@loyalty/contracts';
import {
  CoalescingProducer,
  createSchemaRegistry,
  describeCluster,
  type Kafka,
  readEndOffsets,
} from '@loyalty/messaging';
import type { Database } from '@loyalty/storage';
import { explainingRegistry } from '../explaining-registry.ts';
import { requireEnvironment } from '../find-environment.ts';
import { libraryLogger } from '../library-logger.ts';
import type { CommandContext } from '../session.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';
import { KafkaSink } from './kafka-sink.ts';
import { runStream, type ReceiptRoute } from './run-stream.ts';
import { readReceiptPositions } from './stored-progress.ts';
import { StoredWatch } from './stored-watch.ts';
import type { StreamPlan, StreamReport } from './stream-plan.ts';

/** Receipts that may wait in the producer; the sink holds far fewer. */
const waitingMax = 100_000;

/** Streams receipts through the bulk lane of Kafka and follows how far the engine has stored them. */
export const streamToKafka = (task: CommandContext, plan: StreamPlan): Promise<StreamReport> =>
  withDatabase(task, async (db) => {
    const environment = await requireEnvironment(db, plan);
    const schemaId = await schemaIdFor(task);
    return withKafka(task, async (kafka) => {
      const watch = plan.wait ? await watchFrom(kafka, db, plan.patienceMs) : null;
      const producer = producerOn(kafka, task, plan);
      await producer.start();
      const following = watch?.follow();
      try {
        const sink = new KafkaSink({ producer, environment, schemaId });
        return await runStream(task, plan, () => laneOf(kafka, sink, watch));
      } finally {
        watch?.end();
        await following;
        await producer.stop();
      }
    });
  });

const schemaIdFor = (task: CommandContext): Promise<number> => {
  const url = task.addresses.schemaRegistryUrl();
  return explainingRegistry(url, () =>
    createSchemaRegistry(url).findId(subjectOf(topics.receipts), evaluateRequestCodec.schemaText),
  );
};

const producerOn = (kafka: Kafka, task: CommandContext, { patienceMs }: StreamPlan): CoalescingProducer =>
  new CoalescingProducer({ kafka, acks: -1, logger: libraryLogger(task), patienceMs, waitingMax });

const watchFrom = async (kafka: Kafka, db: Database, patienceMs: number): Promise<StoredWatch> => {
  const { clusterId } = await describeCluster(kafka);
  const starts = await readEndOffsets(kafka, topics.receipts);
  return new StoredWatch({
    starts,
    patienceMs,
    readPositions: () => readReceiptPositions(db, clusterId, starts.keys()),
  });
};

const laneOf = (kafka: Kafka, sink: KafkaSink, watch: StoredWatch | null): ReceiptRoute => ({
  sink,
  stored: () => watch?.stored ?? null,
  settle: async (signal) =>
    watch === null ? null : watch.waitFor(await readEndOffsets(kafka, topics.receipts), signal),
});
