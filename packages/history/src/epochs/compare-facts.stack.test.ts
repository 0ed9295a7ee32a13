import { topics } from '@loyalty/contracts';
import { createKafka } from '@loyalty/kafka';
import { createSchemaRegistry, findSchemaId } from '@loyalty/kafka/registry';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { listEpochs, listGhosts } from '@loyalty/storage/history';
import { factMessage } from '@loyalty/streams/facts';
import { silentLogger } from '@loyalty/telemetry/logger';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { sendOnce } from '@loyalty/testkit/servers';
import { createCompareFacts } from './compare-facts.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes addresses in the environment.
const { KAFKA_BROKERS = '', SCHEMA_REGISTRY_URL = '' } = process.env;
const kafka = createKafka({
  brokers: KAFKA_BROKERS.split(','),
  clientId: 'engine-test',
  logger: silentLogger,
});
const registry = createSchemaRegistry(SCHEMA_REGISTRY_URL);
/** An environment that does not exist, so that followers have nothing to do. */
const environmentId = 2_000_000_001 as EnvironmentId;

test('▲ the facts since the histories parted are compared with stored rows; a foreign database has none of their effects', () =>
  withSchemaDatabase(async (db) => {
    const sinceMs = Date.now();
    const data = {
      redeemTransactionId: randomId(),
      transactionRef: 'redeem-1',
      memberId: randomId(),
      pointsRedeemed: 20,
      discountAmount: 200,
      balanceBefore: 20,
      balanceAfter: 0,
      constraintApplied: null,
      campaignId: randomId(),
      state: 'PROCESSED' as const,
    };
    const envelope = {
      id: randomId(),
      environmentId,
      tenantId: randomId(),
      occurredAt: sinceMs,
      ledgerSeq: 4,
    };
    const fact = { type: 'transaction.redeemed', data } as const;
    const schemaId = await findSchemaId(registry, topics.facts);
    const message = factMessage({ ...envelope, key: 'member', fact }, schemaId);
    await sendOnce(kafka, { topic: message.topic, messages: [message] });
    const [present] = await listEpochs(db);
    const epoch = present?.epoch ?? '';
    await db.query('DELETE FROM history_scans');
    const step = createCompareFacts({ kafka, registry, db });
    await step.run(
      { epoch, raisedAtMs: sinceMs, branchedAtMs: sinceMs + 0.193 },
      new AbortController().signal,
    );
    const ghosts = await listGhosts(db, epoch);
    expect(ghosts).toContainEqual({
      id: envelope.id,
      epoch,
      environmentId,
      tenantId: envelope.tenantId,
      type: fact.type,
      occurredAtMs: sinceMs,
      ledgerSeq: 4,
      data,
      outcome: null,
    });
    const [after] = await listEpochs(db);
    expect(after?.isComplete).toBe(true);
    expect(after?.facts).toBeGreaterThanOrEqual(1);
  }));
