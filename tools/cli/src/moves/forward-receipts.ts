import { earnGroups, schemaIdOf, subjectOf, topics } from '@loyalty/contracts';
import type { InboundRecord, OutgoingMessage } from '@loyalty/kafka';
import { readLogBounds } from '@loyalty/kafka/metadata';
import { CoalescingProducer, sendInOrder } from '@loyalty/kafka/producer';
import { readLogInParts } from '@loyalty/kafka/read-log';
import { systemClock } from '@loyalty/kernel';
import { environmentInHeader } from '@loyalty/streams';
import { isStreamTopic, listStreams } from '@loyalty/tables/tenants';
import { createOwnRegistry, libraryLogger } from '../connections.ts';
import type { Cell, Cells } from './cells.ts';
import type { MovedTenant } from './moved-tables.ts';

/** Brokers' clocks and ours differ by less. Receipts that are forwarded needlessly are repeats. */
const marginMs = 600_000;
/** This many records take some megabytes. A consumer joins for each part of this size. */
const recordsAtOnce = 5_000;
const patienceMs = 60_000;

export const readReceiptTopics = async ({ db }: Cell, tenantId: string): Promise<readonly string[]> => {
  const streams = (await listStreams(db)).filter((stream) => stream.tenantId === tenantId);
  return [topics.receipts, ...streams.map(({ topic }) => topic)];
};

/**
 * Returns a time for each topic: all older streamed records were read in this cell, with any result. What waits for a
 * transaction was not read.
 */
export const readForwardSince = async (
  cell: Cell,
  topicNames: readonly string[],
): Promise<Readonly<Record<string, number>>> => {
  const now = systemClock.now();
  const ends = await readLogBounds(cell.kafka, topicNames);
  const positions = await cell.db.query<{
    readonly topic: string;
    readonly partition: number;
    readonly nextOffset: number;
    readonly lastTimestamp: number | null;
  }>(
    `SELECT topic, partition, next_offset AS "nextOffset", last_timestamp AS "lastTimestamp"
       FROM stream_positions WHERE cluster_id = $1 AND consumer_group = ANY ($2)`,
    [cell.clusterId, [earnGroups.receipts, earnGroups.streams]],
  );
  const sinceOf = (topic: string): number => {
    const times = ends
      .filter((bound) => bound.topic === topic)
      .map(({ partition, end }) => {
        const at = positions.find((one) => one.topic === topic && one.partition === partition);
        if (end === 0 || (at !== undefined && at.nextOffset >= end)) return now;
        return at?.lastTimestamp ?? 0;
      });
    return Math.max(0, Math.min(now, ...times) - marginMs);
  };
  return Object.fromEntries(topicNames.map((topic) => [topic, sinceOf(topic)]));
};

/** Receipts that a producer has not committed yet are forwarded by another run. */
export const noteHeldReceipts = async (
  { kafka, task }: Cell,
  since: Readonly<Record<string, number>>,
): Promise<void> => {
  const logs = await readLogBounds(kafka, Object.keys(since));
  const waiting = logs.filter(({ end, stableEnd }) => stableEnd < end);
  if (waiting.length === 0) return;
  const places = waiting.map(({ topic, partition }) => `${topic}/${partition.toString()}`).join(', ');
  task.note(
    `On ${places} receipts wait for a producer to end its transaction, and were not forwarded: run the command again once «loyaltyctl positions list» shows that nothing waits.`,
  );
};

/**
 * Forwards receipts, which keep their order within each partition. It can be run again, because stored
 * receipts are repeats by their references.
 */
export const forwardReceipts = async (
  { from, to }: Cells,
  { environmentIds }: MovedTenant,
  since: Readonly<Record<string, number>>,
): Promise<number> => {
  const producer = new CoalescingProducer({
    kafka: to.kafka,
    acks: -1,
    logger: libraryLogger(to.task),
    patienceMs,
    waitingMax: recordsAtOnce * 2,
  });
  const schemas = new ForeignSchemas(from, to);
  const ours = new Set<number | null>(environmentIds);
  let forwarded = 0;
  await producer.start();
  try {
    for (const [topic, sinceMs] of Object.entries(since)) {
      const onPart = async (records: readonly InboundRecord[]): Promise<boolean> => {
        const chosen = records.filter((one) => isStreamTopic(topic) || ours.has(environmentInHeader(one)));
        const messages: OutgoingMessage[] = [];
        for (const record of chosen) messages.push(await schemas.messageOf(record));
        await sendInOrder(producer, messages);
        forwarded += messages.length;
        return true;
      };
      await readLogInParts(from.kafka, { topic, sinceMs, recordsAtOnce, onPart });
    }
  } finally {
    await producer.stop();
  }
  return forwarded;
};

/** Translates ids of schemas: one schema has different ids in the registries of two cells. */
class ForeignSchemas {
  readonly #from;
  readonly #to;
  readonly #ids = new Map<string, Promise<number>>();

  constructor(from: Cell, to: Cell) {
    this.#from = createOwnRegistry(from.task);
    this.#to = createOwnRegistry(to.task);
  }

  async messageOf({ topic, key, value, headers }: InboundRecord): Promise<OutgoingMessage> {
    const given = Object.entries(headers).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text]],
    );
    const kept = { topic, key, headers: Object.fromEntries(given) as OutgoingMessage['headers'] };
    // Other bytes name no schema; the engine there rejects them, as the one here would.
    const here = value === null ? null : schemaIdOf(value);
    if (value === null || here === null) return { ...kept, value };
    const id = await this.#idThere(topic, here);
    const there = Buffer.from(value);
    there.writeUInt32BE(id, 1);
    return { ...kept, value: there };
  }

  #idThere(topic: string, id: number): Promise<number> {
    const name = `${topic}/${id.toString()}`;
    const known = this.#ids.get(name) ?? this.#translate(topic, id);
    this.#ids.set(name, known);
    return known;
  }

  async #translate(topic: string, id: number): Promise<number> {
    const schema = await this.#from.findSchema(id);
    return schema === null ? id : this.#to.register(subjectOf(topic), schema);
  }
}
