import { createKafka, type Kafka } from '@loyalty/kafka';
import { type MemberId, memberKeyOf, randomId } from '@loyalty/kernel';
import { readSettings, streamServiceSettings } from '@loyalty/service/settings';
import { createDatabase, type Database } from '@loyalty/storage';
import { erasureRecords } from '@loyalty/streams/facts';
import { findMemberByKey, type Scope } from '@loyalty/tables/members';
import { createTenant, findEnvironment } from '@loyalty/tables/tenants';
import { enrolMember } from '@loyalty/tables/testing';
import { silentLogger } from '@loyalty/telemetry/logger';
import { sendOnce } from '@loyalty/testkit/servers';
import { reapplyErasures } from './reapply-erasures.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes addresses in the environment.
const config = readSettings(streamServiceSettings, { ...process.env, ADMIN_PORT: '0' });
const signal = new AbortController().signal;
const hourMs = 3_600_000;

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

const enrol = (externalRef: string): Promise<MemberId> =>
  enrolMember(db, scope.environmentId, { externalRef, memberKey: memberKeyOf(secret, externalRef) });

/** Publishes the record of an erasure whose commit is lost. */
const publishErasure = async (memberId: MemberId, externalRef: string): Promise<void> => {
  const memberKey = memberKeyOf(secret, externalRef);
  const records = erasureRecords({ ...scope, memberId, memberKey, erasedAt: new Date() }, 1);
  const messages = records.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } }));
  await sendOnce(kafka, { topic: 'loyalty.erasures', messages });
};

const reapply = (branchedAtMs: number): Promise<void> =>
  reapplyErasures(kafka, db).run({ epoch: randomId(), raisedAtMs: Date.now(), branchedAtMs }, signal);

const stateOf = async (externalRef: string): Promise<string | undefined> =>
  (await findMemberByKey(db, scope, memberKeyOf(secret, externalRef)))?.state;

test('▲ a member whom a lost commit erased is erased again, also one whose enrolment was lost', async () => {
  const memberId = await enrol('there');
  const since = Date.now();
  await publishErasure(memberId, 'there');
  await publishErasure(randomId() as MemberId, 'gone');
  await reapply(since);
  await reapply(since);
  expect([await stateOf('there'), await stateOf('gone')]).toEqual(['anonymized', 'anonymized']);
});

test('erasures from before the histories parted are not read', async () => {
  const memberId = await enrol('earlier');
  await publishErasure(memberId, 'earlier');
  await reapply(Date.now() + hourMs);
  expect(await stateOf('earlier')).toBe('active');
});

test('an aborted reading ends', async () => {
  const ended = AbortSignal.abort(new Error('ended'));
  const memberId = await enrol('late');
  await publishErasure(memberId, 'late');
  const epoch = { epoch: randomId(), raisedAtMs: 0, branchedAtMs: Date.now() };
  await expect(reapplyErasures(kafka, db).run(epoch, ended)).rejects.toThrow('ended');
});
