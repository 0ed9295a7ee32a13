import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import avsc from 'avsc';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import type { Cell } from './cell.ts';
import type { Shop } from './till.ts';

/** A tenant's own program that streams receipts to its topic in one cell, independent of the tenant's moves. */
export class StreamedReceipts {
  /** The memberRef of each receipt, by reference. */
  readonly sent = new Map<string, string>();
  readonly #ended;
  #isStopped = false;

  constructor(cell: Cell, shop: Shop, perSecond: number) {
    this.#ended = this.#run(cell, shop, perSecond);
  }

  /** Stops. Resolves once Kafka has acknowledged everything sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #run({ local }: Cell, { tenantId, memberRefs }: Shop, perSecond: number): Promise<void> {
    const topic = `loyalty.receipts.${tenantId}.live`;
    const answer = await fetch(`${local.schemaRegistryUrl}/subjects/${topic}-value/versions/latest`);
    const { id, schema } = (await answer.json()) as { readonly id: number; readonly schema: string };
    const type = avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema);
    const header = Buffer.alloc(5);
    header.writeUInt32BE(id, 1);
    const kafka = new Kafka({ brokers: local.kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    while (!this.#isStopped) {
      const ref = randomUUID();
      const memberRef = memberRefs[Math.floor(Math.random() * memberRefs.length)] ?? '';
      const value = Buffer.concat([header, type.toBuffer(receiptOf(ref, memberRef))]);
      await producer.send({ topic, messages: [{ key: memberRef, value }] });
      this.sent.set(ref, memberRef);
      await pause(1_000 / perSecond);
    }
    await producer.disconnect();
  }
}

const receiptOf = (transactionRef: string, memberRef: string) => ({
  transactionRef,
  memberRef,
  amountCents: 100,
  storeRef: null,
  currency: null,
  occurredAt: Date.now(),
  products: [],
});
