import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { earnGroups, evaluateRequestCodec, headers, topics } from '@loyalty/contracts';
import { evaluateRequestOf } from '@loyalty/contracts/http';
import type { Kafka, OutgoingMessage } from '@loyalty/kafka';
import { describeCluster, readEndOffsets } from '@loyalty/kafka/metadata';
import type { CoalescingProducer } from '@loyalty/kafka/producer';
import { memberKeyOf } from '@loyalty/kernel';
import type { LocalStack } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { readPositions } from '@loyalty/storage/positions';
import { withProducer } from '../with-producer.ts';
import type { LoadedTenant } from './load-tenants.ts';

/** Receipts to send; tenants take turns, and so do the members of each. */
export interface SentReceipts {
  readonly tenants: readonly LoadedTenant[];
  readonly membersEach: number;
  readonly receipts: number;
}

/** Sends receipts on `loyalty.receipts` and returns how many were stored a second, from the first one sent to the last one stored. */
export type SendReceipts = (sent: SentReceipts) => Promise<number>;

/** One request of the producer has this many receipts. */
const chunk = 1_000;
/** Chunks on their way at once: enough to keep the producer's next request full. */
const chunksMax = 6;
const lookEveryMs = 50;
const patienceMs = 120_000;

/** Calls `work` with a sender of receipts. */
export const withReceiptSender = <T>(
  stack: LocalStack,
  db: Database,
  work: (send: SendReceipts) => Promise<T>,
): Promise<T> =>
  withProducer(
    stack,
    { topic: topics.receipts, schemaText: evaluateRequestCodec.schemaText },
    ({ producer, kafka, schemaId }) =>
      work(async (sent) => {
        const beganMs = performance.now();
        await sendAll(producer, sent, schemaId);
        await untilStored(kafka, db);
        return (sent.receipts * 1_000) / (performance.now() - beganMs);
      }),
  );

const sendAll = async (producer: CoalescingProducer, sent: SentReceipts, schemaId: number): Promise<void> => {
  const nextMessage = createMessages(sent, schemaId);
  const underWay = new Set<Promise<void>>();
  for (let left = sent.receipts; left > 0; left -= chunk) {
    const sending = producer.send(Array.from({ length: Math.min(chunk, left) }, nextMessage));
    underWay.add(sending);
    void sending.finally(() => underWay.delete(sending)).catch(() => undefined);
    while (underWay.size >= chunksMax) await Promise.race(underWay);
  }
  await Promise.all(underWay);
};

const createMessages = (
  { tenants, membersEach }: SentReceipts,
  schemaId: number,
): (() => OutgoingMessage) => {
  const run = randomUUID();
  let count = 0;
  return () => {
    const tenant = tenants[count % tenants.length];
    if (tenant === undefined) throw new Error('there are no tenants');
    const member = Math.floor(count / tenants.length) % membersEach;
    count += 1;
    const request = evaluateRequestOf(
      `${run}-${count.toString()}`,
      receiptOf(`bench-${member.toString()}`, count),
    );
    return {
      topic: topics.receipts,
      key: memberKeyOf(tenant.secret, request.memberRef),
      value: evaluateRequestCodec.encode(request, schemaId),
      headers: { [headers.environment]: tenant.environmentId.toString() },
    };
  };
};

/** The receipt that the load generator posts, too. */
const receiptOf = (memberRef: string, count: number) => ({
  memberRef,
  amount: 1_000 + (count % 9_000),
  storeRef: '367',
  products: [
    { sku: '1095275', quantity: 1, unitPrice: 500, categories: ['PASTRY', 'ROLLS'] },
    { sku: '9878513', quantity: 2, unitPrice: 250, categories: ['GROCERY'] },
  ],
});

/** Waits until the engine has stored every receipt that is in the topic now. */
const untilStored = async (kafka: Kafka, db: Database): Promise<void> => {
  const ends = await readEndOffsets(kafka, topics.receipts);
  const { clusterId } = await describeCluster(kafka);
  const group = { clusterId, consumerGroup: earnGroups.receipts };
  const partitions = [...ends.keys()].map((partition) => ({ topic: topics.receipts, partition }));
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const stored = new Map(
      (await readPositions(db, group, partitions)).map((p) => [p.partition, p.nextOffset]),
    );
    if ([...ends].every(([partition, end]) => (stored.get(partition) ?? 0) >= end)) return;
    if (performance.now() > untilMs)
      throw new Error('the streamed receipts were not stored within two minutes');
    await pause(lookEveryMs);
  }
};
