import { readLocalStack, type LocalStack } from '@loyalty/stack';
import avsc from 'avsc';
import { Kafka, logLevel } from 'kafkajs';
import { loyaltyctlJson } from './loyaltyctl.ts';
import type { TestTenant } from './tenant.ts';

/** A record of a topic out, as a program reads it that knows the registry and nothing of our code. */
export interface ForeignEvent {
  readonly id: string;
  readonly event: string;
  readonly tenantId: string;
  readonly mode: string;
  readonly occurredAt: number;
  readonly corrects: string | null;
  readonly memberId: string | null;
  readonly memberRef: string | null;
  readonly transactionId: string | null;
  readonly transactionRef: string | null;
  readonly operation: string | null;
  readonly campaignIds: readonly string[];
  readonly points: number | null;
  readonly pointsBalance: number | null;
  readonly ledgerSeq: number | null;
  readonly entries: readonly {
    readonly seq: number;
    readonly type: string;
    readonly points: number;
    readonly balanceAfter: number;
    readonly expiresAt: number | null;
  }[];
  readonly source: { readonly topic: string; readonly partition: number; readonly offset: number } | null;
  readonly data: string;
}

export interface StreamOutConsumer {
  readonly topic: string;
  /** What was read so far, in the order of arrival, with what came again. */
  readonly events: readonly ForeignEvent[];
  /** The keys of the records, in the same order. */
  readonly keys: readonly (string | null)[];
  stop(): Promise<void>;
}

/** Enables the stream out of the live environment. Returns the topic. */
export const enableStreamOut = async (
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  ...flags: readonly string[]
): Promise<string> => {
  const line = ['stream', 'enable-out', '--tenant', tenantId, '--mode', 'live', ...flags];
  return (await loyaltyctlJson<{ readonly topic: string }>(...line)).topic;
};

/** Reads a topic from its beginning on, until it is stopped. */
export const consumeStreamOut = async (
  topic: string,
  { kafkaBrokers, schemaRegistryUrl }: LocalStack = readLocalStack(),
): Promise<StreamOutConsumer> => {
  const kafka = new Kafka({ brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `${topic}.test` });
  const types = new Map<number, avsc.Type>();
  const typeOf = async (id: number): Promise<avsc.Type> => {
    const known = types.get(id);
    if (known !== undefined) return known;
    const answer = await fetch(`${schemaRegistryUrl}/schemas/ids/${id.toString()}`);
    const { schema } = (await answer.json()) as { readonly schema: string };
    const made = avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema, { wrapUnions: 'never' });
    types.set(id, made);
    return made;
  };
  const events: ForeignEvent[] = [];
  const keys: (string | null)[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message: { key, value } }) => {
      if (value === null) throw new Error('a record of a topic out has no value');
      const type = await typeOf(value.readUInt32BE(1));
      events.push(type.fromBuffer(value.subarray(5)) as ForeignEvent);
      keys.push(key?.toString() ?? null);
    },
  });
  return { topic, events, keys, stop: () => consumer.disconnect() };
};

/** The balances that follow from the entries alone, whatever their order, with what came again counted once. */
export const balancesIn = (events: readonly ForeignEvent[]): ReadonlyMap<string, number> => {
  const table = new Map<string, number>();
  for (const { memberId, entries } of events)
    for (const { seq, points } of entries) table.set(`${memberId ?? ''}/${seq.toString()}`, points);
  const balances = new Map<string, number>();
  for (const [key, points] of table) {
    const member = key.slice(0, key.indexOf('/'));
    balances.set(member, (balances.get(member) ?? 0) + points);
  }
  return balances;
};
