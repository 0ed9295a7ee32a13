import { readLocalStack } from '@loyalty/stack';
import avsc from 'avsc';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import type { SampleReceipt } from './independent-points.ts';

/** A record on its way; without a partition its key chooses. */
export interface ForeignRecord {
  readonly key: string;
  readonly value: Buffer;
  readonly partition?: number;
  readonly headers?: Record<string, string>;
}

/** A retailer's own program: it knows the brokers, the registry and its topic, and nothing of our code. */
export interface ForeignProducer {
  readonly topic: string;
  /** A receipt as the registry's schema has it; the sample's receipts in the units of that schema. */
  write(receipt: SampleReceipt & { readonly occurredAtMs?: number }): Buffer;
  send(records: readonly ForeignRecord[]): Promise<void>;
  /** Deletes the topic, as an administrator of the cluster might. */
  deleteTopic(): Promise<void>;
  stop(): Promise<void>;
}

/** Connects to a topic, with the schema that the registry has for it over plain HTTP. */
export const createForeignProducer = async (topic: string): Promise<ForeignProducer> => {
  const { kafkaBrokers, schemaRegistryUrl } = readLocalStack();
  const kafka = new Kafka({ brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const answer = await fetch(`${schemaRegistryUrl}/subjects/${topic}-value/versions/latest`);
  const { id, schema } = (await answer.json()) as { readonly id: number; readonly schema: string };
  const type = avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(id, 1);
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  return {
    topic,
    write: (receipt) => Buffer.concat([header, type.toBuffer(inUnitsOfTheSchema(receipt))]),
    send: async (records) => {
      await producer.send({ topic, messages: [...records] });
    },
    deleteTopic: async () => {
      const admin = kafka.admin();
      await admin.connect();
      await admin.deleteTopics({ topics: [topic] });
      await admin.disconnect();
    },
    stop: () => producer.disconnect(),
  };
};

const inUnitsOfTheSchema = (receipt: SampleReceipt & { readonly occurredAtMs?: number }) => ({
  transactionRef: receipt.transactionRef,
  memberRef: receipt.memberRef,
  amountCents: receipt.amount,
  storeRef: receipt.storeRef,
  currency: receipt.currency,
  occurredAt: receipt.occurredAtMs ?? Date.parse(receipt.occurredAt),
  products: receipt.products.map(({ sku, quantity, unitPrice, categories = [] }) => ({
    sku,
    quantity,
    unitPriceCents: unitPrice,
    categories,
  })),
});
