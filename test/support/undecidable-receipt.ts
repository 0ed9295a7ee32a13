import { randomUUID } from 'node:crypto';
import { evaluateRequestCodec, subjectOf, topics } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import { createKafka } from '@loyalty/kafka';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { memberKeyOf } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { StoredRows } from './stored-rows.ts';

/**
 * Sends a receipt of a tenant's test environment that no engine can decide to the topic that streams write to. Its dead letter contains
 * all of it.
 */
export const sendUndecidable = async (
  stored: StoredRows,
  tenantId: string,
  memberRef: string,
): Promise<void> => {
  const { kafkaBrokers, schemaRegistryUrl } = readLocalStack();
  const [environment] = await stored.rowsOf<{ id: number; secret: Buffer }>(
    `SELECT id, secret FROM environments WHERE tenant_id = $1 AND mode = 'test'`,
    [tenantId],
  );
  const { id, secret } = environment ?? { id: 0, secret: Buffer.alloc(0) };
  const kafka = createKafka({ brokers: kafkaBrokers.split(','), clientId: 'test', logger: silentLogger });
  const schemaId = await createSchemaRegistry(schemaRegistryUrl).findId(
    subjectOf(topics.receipts),
    evaluateRequestCodec.schemaText,
  );
  const producer = new CoalescingProducer({
    kafka,
    logger: silentLogger,
    acks: -1,
    patienceMs: 10_000,
    waitingMax: 10,
  });
  const request = evaluateRequest({ transactionRef: randomUUID(), memberRef, amountCents: -1 });
  await producer.start();
  await producer.send([
    {
      topic: topics.receipts,
      key: Buffer.from(memberKeyOf(secret, memberRef).toString('base64url')),
      value: evaluateRequestCodec.encode(request, schemaId),
      headers: { loyalty_environment: id.toString() },
    },
  ]);
  await producer.stop();
};
