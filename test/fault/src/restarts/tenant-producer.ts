import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import avsc from 'avsc';
import { Kafka, logLevel, Partitioners, type Message, type Producer } from 'kafkajs';
import pg from 'pg';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Operation } from '../load/operations.ts';
import { loyaltyctlJson } from '../loyaltyctl.ts';
import type { OwnStack } from '@loyalty/stack';
import { liveOf } from '../tenants.ts';

const lookEveryMs = 50;
const againMs = 1_000;
/** Receipts that are given up after it would be lost; the engine reads a new topic within half a minute. */
const patienceMs = 120_000;

/** A retailer's own producer on the topic of its tenant. A receipt counts as done once its row is there. */
export class TenantProducer {
  /** All receipts that were sent, a line of JSON each. */
  readonly path: string;
  readonly #topic: string;
  readonly #producer: Producer;
  readonly #write: (receipt: object) => Buffer;
  readonly #db: pg.Client;
  readonly #environmentId: number;
  readonly #waiting = new Map<string, () => void>();
  readonly #halt = new AbortController();
  #watching: Promise<void> = Promise.resolve();

  /** Creates the tenant's topic and connects to it. */
  static async start(stack: OwnStack, tenant: FaultTenant): Promise<TenantProducer> {
    const { topic } = await loyaltyctlJson<{ topic: string }>(stack, 'stream', 'enable', ...liveOf(tenant));
    const { kafkaBrokers, schemaRegistryUrl, databaseUrl } = stack.now();
    const response = await fetch(`${schemaRegistryUrl}/subjects/${topic}-value/versions/latest`);
    const { id, schema } = (await response.json()) as { readonly id: number; readonly schema: string };
    const kafka = new Kafka({ brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    const db = new pg.Client({ connectionString: databaseUrl });
    await Promise.all([producer.connect(), db.connect()]);
    const path = join(stack.home, 'streamed.ndjson');
    rmSync(path, { force: true });
    const environmentId = await liveIdOf(db, tenant);
    const started = new TenantProducer({
      topic,
      path,
      producer,
      db,
      environmentId,
      write: writerOf(id, schema),
    });
    started.#watching = started.#watch();
    return started;
  }

  private constructor(parts: Parts) {
    this.#topic = parts.topic;
    this.path = parts.path;
    this.#producer = parts.producer;
    this.#db = parts.db;
    this.#environmentId = parts.environmentId;
    this.#write = parts.write;
  }

  /** Sends a receipt. Resolves with true once it is stored, with false when it is not for two minutes. */
  async send({ ref, memberRef, body }: Operation): Promise<boolean> {
    appendFileSync(this.path, `${body}\n`);
    const stored = new Promise<boolean>((resolve) => {
      this.#waiting.set(ref, () => {
        resolve(true);
      });
    });
    const messages = [{ key: memberRef, value: this.#write(JSON.parse(body) as object) }];
    await this.#sendUntilAccepted(messages);
    const isStored = await Promise.race([stored, pause(patienceMs, false, { ref: false })]);
    this.#waiting.delete(ref);
    return isStored;
  }

  /** While Kafka is unavailable the library gives up after some seconds. */
  async #sendUntilAccepted(messages: Message[]): Promise<void> {
    while (!this.#halt.signal.aborted) {
      const isAccepted = await this.#producer.send({ topic: this.#topic, messages }).then(
        () => true,
        () => false,
      );
      if (isAccepted) return;
      await pause(againMs);
    }
  }

  async stop(): Promise<void> {
    this.#halt.abort();
    await this.#watching;
    await Promise.all([this.#producer.disconnect(), this.#db.end()]);
  }

  async #watch(): Promise<void> {
    while (!this.#halt.signal.aborted) {
      const refs = [...this.#waiting.keys()];
      const { rows } = await this.#db.query<{ ref: string }>(
        `SELECT ref FROM transactions
          WHERE environment_id = $1 AND operation = 'evaluate' AND ref = ANY ($2)`,
        [this.#environmentId, refs],
      );
      for (const { ref } of rows) this.#waiting.get(ref)?.();
      await pause(lookEveryMs);
    }
  }
}

interface Parts {
  readonly topic: string;
  readonly path: string;
  readonly producer: Producer;
  readonly db: pg.Client;
  readonly environmentId: number;
  readonly write: (receipt: object) => Buffer;
}

const liveIdOf = async (db: pg.Client, { tenantId }: FaultTenant): Promise<number> => {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live'`,
    [tenantId],
  );
  const [live] = rows;
  if (live === undefined) throw new Error(`tenant ${tenantId} has no live environment`);
  return live.id;
};

/** Writes receipts by the registry's schema, in its units. */
const writerOf = (schemaId: number, schema: string): ((receipt: object) => Buffer) => {
  const type = avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(schemaId, 1);
  return (receipt) => Buffer.concat([header, type.toBuffer(inUnitsOfTheSchema(receipt as StreamedReceipt))]);
};

interface StreamedReceipt {
  readonly transactionRef: string;
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef: string;
  readonly products: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly categories: readonly string[];
  }[];
}

const inUnitsOfTheSchema = ({ amount, products, ...receipt }: StreamedReceipt) => ({
  ...receipt,
  amountCents: amount,
  currency: null,
  occurredAt: null,
  products: products.map(({ unitPrice, ...product }) => ({ ...product, unitPriceCents: unitPrice })),
});
