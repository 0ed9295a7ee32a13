import { topics } from '@loyalty/contracts';
import { createKafka } from '@loyalty/kafka';
import { createSchemaRegistry, findSchemaId } from '@loyalty/kafka/registry';
import { randomId } from '@loyalty/kernel';
import { readSettings, streamServiceSettings } from '@loyalty/service/settings';
import { createDatabase, type Database } from '@loyalty/storage';
import { factMessage } from '@loyalty/streams/facts';
import { drawCodes, lockPools } from '@loyalty/tables/rewards';
import { addCodes, openPool } from '@loyalty/tables/rewards/management';
import { createTenant } from '@loyalty/tables/tenants';
import { silentLogger } from '@loyalty/telemetry/logger';
import { sendOnce } from '@loyalty/testkit/servers';
import { followPublishedFacts, skipPublishedCodes } from './published-facts-step.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes addresses in the environment.
const config = readSettings(streamServiceSettings, { ...process.env, ADMIN_PORT: '0' });
const registry = createSchemaRegistry(config.schemaRegistryUrl);
const kafka = createKafka({ brokers: config.kafkaBrokers, clientId: 'engine-test', logger: silentLogger });

let db: Database;
beforeAll(() => {
  db = createDatabase({
    url: config.databaseUrl,
    applicationName: 'engine-test',
    poolMax: 2,
    logger: silentLogger,
  });
});
afterAll(() => db.close());

test.each(['interactive', 'bulk'] as const)(
  '▲ a code in a fact of a lost commit is not given to another member: %s',
  async (lane) => {
    const since = Date.now();
    const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
    const environmentId = environmentIds.test;
    const opened = await openPool(db, environmentId, { name: 'cards' });
    if (opened.outcome !== 'opened') throw new Error(opened.reason);
    const { poolId } = opened;
    await addCodes(db, poolId, ['A', 'B', 'C']);
    const [rewardId, memberId] = [randomId(), randomId()];
    const none = { campaignId: null, tierId: null, expiresAt: null };
    const fact = {
      type: 'reward.issued' as const,
      data: { ...none, rewardId, memberId, rewardType: 'GIFT_CARD', pool: { id: poolId, place: 2 } },
    };
    const { topic, key, value, headers } = factMessage(
      { environmentId, tenantId, key: memberId, id: randomId(), occurredAt: since, ledgerSeq: null, fact },
      await findSchemaId(registry, topics.facts),
      lane,
    );
    await sendOnce(kafka, { topic, messages: [{ key, value, headers }] });
    const step = followPublishedFacts({ kafka, registry }, [skipPublishedCodes(db)]);
    const epoch = { epoch: randomId(), raisedAtMs: since, branchedAtMs: since };
    await step.run(epoch, new AbortController().signal);
    await step.run(epoch, new AbortController().signal);
    const drawn = await db.transaction(async (tx) => {
      await lockPools(tx, [poolId]);
      return drawCodes(tx, poolId, 2);
    });
    expect(drawn).toEqual([{ code: 'C', place: 3 }]);
  },
);
