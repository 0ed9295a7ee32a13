import { topics } from '@loyalty/contracts';
import { createKafka } from '@loyalty/kafka';
import { createSchemaRegistry, findSchemaId } from '@loyalty/kafka/registry';
import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { readSettings, streamServiceSettings } from '@loyalty/service/settings';
import { createDatabase, type Database } from '@loyalty/storage';
import { listEpochs, type PublishedFact } from '@loyalty/storage/history';
import type { Lane } from '@loyalty/streams';
import { factMessage } from '@loyalty/streams/facts';
import { findEnrolledMembers } from '@loyalty/tables/accounts';
import { createTenant } from '@loyalty/tables/tenants';
import { enrolMember, keyOfMember } from '@loyalty/tables/testing';
import { silentLogger } from '@loyalty/telemetry/logger';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { sendOnce } from '@loyalty/testkit/servers';
import { followPublishedFacts, keepMemberIds } from './published-facts-step.ts';

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

const newId = (): MemberId => randomId() as MemberId;

const enrol = (environmentId: EnvironmentId): Promise<MemberId> => enrolMember(db, environmentId);

interface Enrolled {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  /** Default: {@link keyOfMember}. */
  readonly memberKey?: Buffer;
}

const publish = async (lane: Lane, ...members: readonly Enrolled[]): Promise<void> => {
  const schemaId = await findSchemaId(registry, topics.facts);
  for (const { environmentId, memberId, memberKey = keyOfMember(memberId) } of members) {
    const data = { memberId, enrolledAt: new Date().toISOString() };
    const envelope = { environmentId, tenantId: randomId(), id: randomId(), ledgerSeq: null };
    const { topic, key, value, headers } = factMessage(
      {
        ...envelope,
        key: memberKey.toString('base64url'),
        occurredAt: Date.now(),
        fact: { type: 'member.enrolled', data },
      },
      schemaId,
      lane,
    );
    await sendOnce(kafka, { topic, messages: [{ key, value, headers }] });
  }
};

const keep = (branchedAtMs: number): Promise<void> =>
  followPublishedFacts({ kafka, registry }, [keepMemberIds(db)]).run(
    { epoch: randomId(), raisedAtMs: branchedAtMs, branchedAtMs },
    new AbortController().signal,
  );

test.each(['interactive', 'bulk'] as const)(
  '▲ the id of a member whose enrolment is lost is noted in their environment; of one who exists none is: %s',
  async (lane) => {
    const since = Date.now();
    const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
    const { live, test: other } = environmentIds;
    const there = await enrol(live);
    const [gone, elsewhere] = [newId(), newId()];
    const memberKey = keyOfMember(gone);
    await publish(
      lane,
      { environmentId: live, memberId: there },
      { environmentId: live, memberId: gone },
      // Keys of members differ by environment; equal ones would be kept apart too.
      { environmentId: other, memberId: elsewhere, memberKey },
    );
    await keep(since);
    await keep(since);
    const found = await findEnrolledMembers(db, [
      { environmentId: live, memberKey: keyOfMember(there) },
      { environmentId: live, memberKey },
      { environmentId: other, memberKey },
    ]);
    expect(found.map(({ environmentId, memberId }) => [environmentId, memberId]).sort()).toEqual(
      [
        [live, gone],
        [other, elsewhere],
      ].sort(),
    );
  },
);

test('▲ of several ids of a member the newest is noted', async () => {
  const since = Date.now();
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  const environmentId = environmentIds.live;
  const [first, second] = [newId(), newId()];
  const memberKey = keyOfMember(first);
  await publish(
    'interactive',
    { environmentId, memberId: first, memberKey },
    { environmentId, memberId: second, memberKey },
  );
  await keep(since);
  expect(await findEnrolledMembers(db, [{ environmentId, memberKey }])).toMatchObject([{ memberId: second }]);
});

test("▲ one tenant's members beyond its share are left out and counted; the other tenants' are noted", () =>
  withSchemaDatabase(async (scratch) => {
    const { environmentIds } = await createTenant(scratch, { name: 'Test' });
    const factsOf = (environmentId: EnvironmentId, members: number): PublishedFact[] =>
      Array.from({ length: members }, () => {
        const memberId = newId();
        const envelope = { id: randomId(), environmentId, tenantId: null, occurredAtMs: 0, ledgerSeq: null };
        const key = keyOfMember(memberId).toString('base64url');
        return { ...envelope, key, type: 'member.enrolled', data: { memberId, enrolledAt: '' } };
      });
    const [present] = await listEpochs(scratch);
    const epoch = { epoch: present?.epoch ?? '', raisedAtMs: 0, branchedAtMs: 0 };
    const reading = keepMemberIds(scratch, 8).begin(epoch);
    // Not of an environment that is lost with its members, nor without a member's key.
    const [keyless] = factsOf(environmentIds.test, 1);
    await reading.take([
      ...factsOf(environmentIds.live, 5),
      ...factsOf(environmentIds.test, 1),
      ...factsOf(2_000_000_002 as EnvironmentId, 1),
      ...(keyless === undefined ? [] : [{ ...keyless, key: 'member' }]),
    ]);
    await reading.end(new AbortController().signal);
    const rows = await scratch.query<{ environmentId: EnvironmentId; noted: number }>(
      `SELECT environment_id AS "environmentId", count(*) AS noted FROM history_enrolled_members
        GROUP BY environment_id ORDER BY noted`,
    );
    expect(rows).toEqual([
      { environmentId: environmentIds.test, noted: 1 },
      { environmentId: environmentIds.live, noted: 2 },
    ]);
    expect(await listEpochs(scratch)).toMatchObject([{ leftOut: 0, membersLeftOut: 3 }]);
  }));
