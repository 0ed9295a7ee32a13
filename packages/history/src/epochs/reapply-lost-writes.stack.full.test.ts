import { createHash } from 'node:crypto';
import { topics, type TypedFact } from '@loyalty/contracts';
import { createKafka, type Kafka } from '@loyalty/kafka';
import { createSchemaRegistry, findSchemaId } from '@loyalty/kafka/registry';
import { type EnvironmentId, type MemberId, memberKeyOf, randomId } from '@loyalty/kernel';
import { readSettings, streamServiceSettings } from '@loyalty/service/settings';
import { createDatabase, type Database } from '@loyalty/storage';
import { listEpochs, type PublishedFact } from '@loyalty/storage/history';
import { factMessage } from '@loyalty/streams/facts';
import { createApiKey, listApiKeys, findApiKey, makeApiKey } from '@loyalty/tables/keys';
import { findMember, type Scope, suspendMember } from '@loyalty/tables/members';
import { createTenant, findEnvironment } from '@loyalty/tables/tenants';
import { enrolMember } from '@loyalty/tables/testing';
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

const operator = () => ({ environmentId: scope.environmentId, caller: null, defaultLimit: 60 });

const makeKey = async (wanted: Omit<Parameters<typeof makeApiKey>[2], 'name'>): Promise<string> => {
  const made = await makeApiKey(db, operator(), { name: 'till', ...wanted });
  return made.outcome === 'created' ? made.record.id : '';
};

/** Makes the fact of a lost commit, at this time by the database's clock and that of the process. */
const changedKey = (
  keyId: string,
  body: object,
  { at, occurredAt = at }: { at: number; occurredAt?: number },
) => {
  const record = { name: 'till', role: null, rateLimitPerMinute: null, expiresAt: null };
  const full = { ...record, ...body, id: keyId, updatedAt: new Date(at).toISOString() };
  const data = { actor: 'test', kind: 'api-key', entityId: keyId, action: 'changed', body: full };
  return { fact: { type: 'management.written' as const, data }, key: keyId, occurredAt };
};

const keyNow = async (keyId: string) => findApiKey(db, scope.environmentId, keyId);

const hashesOf = (keyIds: readonly string[]) =>
  db.query<{ id: string; hash: string }>(
    `SELECT id, encode(hash, 'hex') AS hash FROM api_keys WHERE id = ANY ($1::uuid[]) ORDER BY id`,
    [keyIds],
  );

test('▲ what lost commits took from keys is taken again: permissions, days and limits, in any order', async () => {
  const since = Date.now();
  const soon = new Date(since + 3_600_000).toISOString();
  const [narrowed, ended, renamed] = [
    await makeKey({ permissions: ['campaigns:read', 'members:find', 'members:read'] }),
    await makeKey({ role: 'till', expiresAtMs: since + 86_400_000 }),
    await makeKey({ role: 'server', rateLimitPerMinute: 50 }),
  ];
  const at = Date.now() + 1_000;
  await publish(
    changedKey(narrowed, { permissions: ['members:find'] }, { at: at + 1, occurredAt: since }),
    changedKey(
      narrowed,
      { permissions: ['members:find', 'members:read'] },
      { at, occurredAt: since + 9_000 },
    ),
    changedKey(ended, { role: 'till', permissions: [], expiresAt: soon }, { at }),
    changedKey(renamed, { name: 'till 7', role: 'server', rateLimitPerMinute: 5 }, { at }),
  );
  await takeAway(since);
  const first = [await keyNow(narrowed), await keyNow(ended), await keyNow(renamed)];
  expect(first).toMatchObject([
    { permissions: ['members:find'], role: null, state: 'ACTIVE' },
    { permissions: [], expiresAt: soon },
    { name: 'till 7', role: 'server', rateLimitPerMinute: 5 },
  ]);
  await takeAway(since);
  expect([await keyNow(narrowed), await keyNow(ended), await keyNow(renamed)]).toEqual(first);
});

test('▲ a key that may do everything is stored under its other hash when it is narrowed again (D216)', async () => {
  const since = Date.now();
  const keys = [
    await makeKey({ role: 'admin' }),
    await makeKey({ role: 'admin' }),
    await makeKey({ role: 'till' }),
  ];
  const [narrowed = '', ended = '', till = ''] = keys;
  const before = await hashesOf(keys);
  const at = Date.now() + 1_000;
  await publish(
    changedKey(narrowed, { role: 'till', permissions: ['members:find'] }, { at }),
    changedKey(ended, { role: 'admin', expiresAt: new Date(at + 5_000).toISOString() }, { at }),
    changedKey(till, { permissions: ['members:find'] }, { at }),
  );
  await takeAway(since);
  const narrow = (hash: string): string =>
    createHash('sha256')
      .update(Buffer.concat([Buffer.of(1), Buffer.from(hash, 'hex')]))
      .digest('hex');
  expect(await hashesOf(keys)).toEqual(
    before.map(({ id, hash }) => ({ id, hash: id === till ? hash : narrow(hash) })),
  );
  expect(await keyNow(narrowed)).toMatchObject({ role: 'till', permissions: ['members:find'] });
  expect(await keyNow(ended)).toMatchObject({ role: 'admin', expiresAt: new Date(at + 5_000).toISOString() });
});

test('▲ a change that is published after a revocation does not open the key again, and what survived stays', async () => {
  const since = Date.now();
  const [revoked, survived] = [await makeKey({ role: 'till' }), await makeKey({ role: 'till' })];
  const data = { actor: 'test', kind: 'api-key', entityId: revoked, action: 'revoked', body: null };
  await publish(
    { fact: { type: 'management.written', data }, key: revoked, occurredAt: since },
    changedKey(
      revoked,
      { role: 'till', permissions: ['members:find'] },
      { at: since + 500, occurredAt: since + 500 },
    ),
    changedKey(
      survived,
      { role: 'server', permissions: ['members:find', 'members:write'] },
      { at: since - 500 },
    ),
  );
  await takeAway(since);
  expect(await keyNow(revoked)).toMatchObject({ state: 'REVOKED', permissions: ['members:find'] });
  expect(await keyNow(survived)).toMatchObject({ role: null, permissions: ['members:find'], name: 'till' });
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

const enrol = (externalRef: string): Promise<MemberId> =>
  enrolMember(db, scope.environmentId, { externalRef, memberKey: memberKeyOf(secret, externalRef) });

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
