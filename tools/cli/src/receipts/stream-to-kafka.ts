import { evaluateRequestCodec, subjectOf, topics } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import { describeCluster, readEndOffsets } from '@loyalty/kafka/metadata';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { readRecords } from '@loyalty/kafka/read-log';
import type { Database } from '@loyalty/storage';
import {
  createOwnRegistry,
  explainingRegistry,
  libraryLogger,
  withDatabase,
  withOwnKafka,
} from '../connections.ts';
import { requireEnvironment } from '../environments.ts';
import { authorOfOperator } from '../published-writes.ts';
import type { CommandContext } from '../session.ts';
import { createJudgeReceipts, type JudgeReceipts } from './judge-receipts.ts';
import { KafkaSink } from './kafka-sink.ts';
import { type ReceiptRoute, runStream, type StreamPlan, type StreamReport } from './run-stream.ts';
import { type Offsets, readReceiptPositions } from './stored-progress.ts';
import { StoredWatch } from './stored-watch.ts';

const waitingMax = 100_000;

/** Sends receipts through the bulk lane, and waits until they are stored if the plan says so. */
export const streamToKafka = (task: CommandContext, plan: StreamPlan): Promise<StreamReport> =>
  withDatabase(task, async (db) => {
    const environment = await requireEnvironment(db, plan);
    const schemaId = await schemaIdFor(task);
    return withOwnKafka(task, async (kafka) => {
      const watch = plan.wait ? await watchFrom(kafka, db, plan.patienceMs) : null;
      const producer = producerOn(kafka, task, plan);
      await producer.start();
      const following = watch?.follow();
      try {
        const sink = new KafkaSink({ producer, environment, schemaId, author: authorOfOperator(task) });
        const judge = createJudgeReceipts({
          db,
          environmentId: environment.environmentId,
          schemaId,
          loadBeganAtMs: () => readFirstTime(kafka, watch?.starts ?? new Map()),
        });
        return await runStream(task, plan, () => laneOf(kafka, sink, { watch, judge }));
      } finally {
        watch?.end();
        await following;
        await producer.stop();
      }
    });
  });

const schemaIdFor = (task: CommandContext): Promise<number> =>
  explainingRegistry(task.addresses.schemaRegistryUrl(), () =>
    createOwnRegistry(task).findId(subjectOf(topics.receipts), evaluateRequestCodec.schemaText),
  );

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

/**
 * Returns the time of the first record since the run began, by the clock of its broker; Infinity without one.
 */
const readFirstTime = async (kafka: Kafka, starts: Offsets): Promise<number> => {
  let firstMs = Infinity;
  await readRecords(kafka, {
    topic: topics.receipts,
    places: [...starts].map(([partition, offset]) => ({ partition, offset })),
    onRecord: ({ timestamp }) => {
      firstMs = Math.min(firstMs, timestamp);
    },
  });
  return firstMs;
};

const laneOf = (
  kafka: Kafka,
  sink: KafkaSink,
  { watch, judge }: { readonly watch: StoredWatch | null; readonly judge: JudgeReceipts },
): ReceiptRoute => ({
  sink,
  judge: watch === null ? null : judge,
  stored: () => watch?.stored ?? null,
  settle: async (signal) =>
    watch === null ? null : watch.waitFor(await readEndOffsets(kafka, topics.receipts), signal),
});
