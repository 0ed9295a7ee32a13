import { topics, type TypedFact } from '@loyalty/contracts';
import { createKafka, type Kafka } from '@loyalty/kafka';
import { createSchemaRegistry, findSchemaId } from '@loyalty/kafka/registry';
import { type EnvironmentId, type MemberId, memberKeyOf, randomId } from '@loyalty/kernel';
import { readSettings, streamServiceSettings } from '@loyalty/service/settings';
import { createDatabase, type Database } from '@loyalty/storage';
import { listEpochs, type PublishedFact } from '@loyalty/storage/history';
import { factMessage } from '@loyalty/streams/facts';
import { findMember, type Scope, suspendMember } from '@loyalty/tables/members';
import { createApiKey, createTenant, findEnvironment, listApiKeys } from '@loyalty/tables/tenants';
import { enrolMembers } from '@loyalty/tables/transactions';
import { silentLogger } from '@loyalty/telemetry/logger';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { sendOnce } from '@loyalty/testkit/servers';
import { followPublishedFacts, reapplyLostWrites } from './published-facts-step.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes addresses in the environment.
const config = readSettings(streamServiceSettings, { ...process.env, ADMIN_PORT: '0' });
const registry = createSchemaRegistry(config.schemaRegistryUrl);
const signal = new AbortController().signal;

let kafka: Kafka;
let db: Database;
let scope: Scope;
let secret: Uint8Array;
beforeAll(async () => {
  kafka = createKafka({ brokers: config.kafkaBrokers, clientId: 'engine-test', logger: silentLogger });
  db = createDatabase({
    url: config.databaseUrl,
    applicationName: 'engine-test',
    poolMax: 2,
    logger: silentLogger,
  });
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  scope = { tenantId, environmentId: environmentIds.test };
  secret = (await findEnvironment(db, tenantId, 'test'))?.secret ?? Buffer.alloc(0);
});
afterAll(() => db.close());

/** Facts whose commits are lost, in this order. */
const publish = async (
  ...facts: readonly { readonly fact: TypedFact; readonly key: string; readonly occurredAt: number }[]
): Promise<void> => {
  const schemaId = await findSchemaId(registry, topics.facts);
  const messages = facts.map((content) => {
    const { key, value, headers } = factMessage(
      { ...scope, ...content, id: randomId(), ledgerSeq: null },
      schemaId,
    );
    return { key, value, headers: headers as Record<string, string> };
  });
  await sendOnce(kafka, { topic: topics.facts, messages });
};

const takeAway = (branchedAtMs: number): Promise<void> =>
  followPublishedFacts({ kafka, registry }, [reapplyLostWrites(db)]).run(
    { epoch: randomId(), raisedAtMs: Date.now(), branchedAtMs },
    signal,
  );

test('▲ a key that was revoked by a lost commit is revoked again', async () => {
  const since = Date.now();
  const made = await createApiKey(db, scope.environmentId, { name: 'till' });
  const keyId = made.outcome === 'created' ? made.apiKey.id : '';
  const data = { actor: 'loyaltyctl', kind: 'api-key', entityId: keyId, action: 'revoked', body: null };
  await publish({ fact: { type: 'management.written', data }, key: keyId, occurredAt: since });
  await takeAway(since);
  await takeAway(since);
  expect(await listApiKeys(db, scope.environmentId)).toMatchObject([
    { id: keyId, revokedAt: expect.any(String) as string },
  ]);
});

test("▲ one tenant's flood is cut off and counted; the other tenants' revocations are applied", () =>
  withSchemaDatabase(async (scratch) => {
    const { id: tenantId, environmentIds } = await createTenant(scratch, { name: 'Test' });
    const revoked = async (environmentId: EnvironmentId, keys: number): Promise<PublishedFact[]> => {
      const facts: PublishedFact[] = [];
      for (let n = 0; n < keys; n += 1) {
        const made = await createApiKey(scratch, environmentId, { name: 'till' });
        const entityId = made.outcome === 'created' ? made.apiKey.id : '';
        const data = { actor: 'test', kind: 'api-key', entityId, action: 'revoked', body: null };
        const envelope = { id: randomId(), environmentId, tenantId, occurredAtMs: n, ledgerSeq: null };
        facts.push({ ...envelope, type: 'management.written', data });
      }
      return facts;
    };
    const [present] = await listEpochs(scratch);
    const epoch = present?.epoch ?? '';
    const reading = reapplyLostWrites(scratch, 8).begin({ epoch, raisedAtMs: 0, branchedAtMs: 0 });
    await reading.take([
      ...(await revoked(environmentIds.live, 5)),
      ...(await revoked(environmentIds.test, 1)),
    ]);
    await reading.end(signal);
    const states = await Promise.all(
      [environmentIds.live, environmentIds.test].map(async (id) =>
        (await listApiKeys(scratch, id)).map(({ revokedAt }) => revokedAt !== null).sort(),
      ),
    );
    expect(states).toEqual([[false, false, false, true, true], [true]]);
    expect(await listEpochs(scratch)).toMatchObject([{ leftOut: 3 }]);
  }));

const enrol = async (externalRef: string): Promise<MemberId> => {
  const memberId = randomId() as MemberId;
  const { environmentId } = scope;
  const account = {
    memberId,
    state: 'active' as const,
    lastActivityAtMs: null,
    ledgerSeq: 0,
    pointsBalance: 0,
    lifetimePoints: 0,
  };
  const member = { environmentId, memberKey: memberKeyOf(secret, externalRef), externalRef, account };
  await db.transaction((tx) => enrolMembers(tx, [{ ...member, atMs: Date.now() }]));
  return memberId;
};

const changed = (memberId: MemberId, to: 'active' | 'suspended', occurredAt: number) => {
  const from = to === 'active' ? ('suspended' as const) : ('active' as const);
  return {
    fact: { type: 'member.state_changed' as const, data: { memberId, from, to } },
    key: memberId,
    occurredAt,
  };
};

const stateOf = async (memberId: MemberId) => (await findMember(db, scope, memberId))?.state;

test('▲ a member whom a lost commit suspended is suspended again; one who was reinstated after it is not', async () => {
  const since = Date.now();
  const [suspended, reinstated] = [await enrol('suspended'), await enrol('reinstated')];
  await publish(
    changed(suspended, 'suspended', since),
    changed(reinstated, 'suspended', since),
    changed(reinstated, 'active', since + 1),
  );
  await takeAway(since);
  expect([await stateOf(suspended), await stateOf(reinstated)]).toEqual(['suspended', 'active']);
});

test('▲ a suspension is not applied again if a surviving commit has reinstated the member since', async () => {
  const since = Date.now();
  const memberId = await enrol('since');
  await publish(changed(memberId, 'suspended', since));
  await db.transaction((tx) => suspendMember(tx, scope, { memberId }));
  await db.query(`UPDATE members SET state = 'active' WHERE id = $1 AND environment_id = $2`, [
    memberId,
    scope.environmentId,
  ]);
  await takeAway(since);
  expect(await stateOf(memberId)).toBe('active');
});
