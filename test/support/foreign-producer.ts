import { readLocalStack, type LocalStack } from '@loyalty/stack';
import { beginTransaction, type BegunTransaction } from '@loyalty/testkit/servers';
import avsc from 'avsc';
import kafkajs, { Kafka, logLevel, Partitioners, type Admin } from 'kafkajs';
import { compressions, type Compression } from './compression.ts';
import type { SampleReceipt } from './independent-points.ts';

/** A record to send. Default partition: chosen by the key. */
export interface ForeignRecord {
  readonly key: string;
  readonly value: Buffer;
  readonly partition?: number;
  readonly headers?: Record<string, string | string[]>;
}

/** A receipt without a store names none. */
type ForeignReceipt = Omit<SampleReceipt, 'storeRef'> & {
  readonly storeRef: string | null;
  readonly occurredAtMs?: number;
  readonly attributes?: readonly { readonly name: string; readonly value: string }[];
  readonly lineAmounts?: readonly { readonly line: number; readonly amountCents: number }[];
};

/** A retailer's own program: it knows the brokers, the registry and its topic, and nothing of our code. */
export interface ForeignProducer {
  readonly topic: string;
  /** Encodes a receipt by the registry's schema, from the sample's units. */
  write(receipt: ForeignReceipt): Buffer;
  send(records: readonly ForeignRecord[], compression?: Compression): Promise<void>;
  /** Begins a transaction of a producer of its own, as exactly-once pipelines do. */
  begin(): Promise<BegunTransaction>;
  /** Sets the topic's settings as a cluster administrator might; unnamed settings get their defaults. */
  configure(settings: Readonly<Record<string, string>>): Promise<void>;
  /** Deletes the topic as a cluster administrator might. */
  deleteTopic(): Promise<void>;
  stop(): Promise<void>;
}

/** Connects to a topic, and reads its schema from the registry over plain HTTP; default: on the stack that runs here. */
export const createForeignProducer = async (
  topic: string,
  { kafkaBrokers, schemaRegistryUrl }: LocalStack = readLocalStack(),
): Promise<ForeignProducer> => {
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
    send: async (records, compression = 'none') => {
      await producer.send({ topic, messages: [...records], compression: compressions[compression] });
    },
    begin: () => beginTransaction(kafka),
    configure: (settings) =>
      asAdministrator(kafka, async (admin) => {
        const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
        const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }];
        await admin.alterConfigs({ validateOnly: false, resources });
      }),
    deleteTopic: () => asAdministrator(kafka, (admin) => admin.deleteTopics({ topics: [topic] })),
    stop: () => producer.disconnect(),
  };
};

const asAdministrator = async (kafka: Kafka, work: (admin: Admin) => Promise<void>): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.disconnect();
  }
};

const inUnitsOfTheSchema = (receipt: ForeignReceipt) => ({
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
  attributes: receipt.attributes ?? [],
  lineAmounts: receipt.lineAmounts ?? [],
});
