import {
  dayMs,
  type EnvironmentId,
  type MemberId,
  randomId,
  type SegmentId,
  systemClock,
  type TierId,
  utcDayOf,
  uuidMax,
} from '@loyalty/kernel';
import type { SegmentRule } from '@loyalty/rules/segments';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { referenceChecks } from '../checks/reference-checks.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { listEvents } from '../events/event-feed.ts';
import { exportMembers } from '../exports/export-members.ts';
import { exportSubject } from '../exports/export-subject.ts';
import { readNextMembers } from '../rebuild-figures.ts';
import { previewSegment, writeSegmentChunk } from '../segments/evaluate-rules.ts';
import { readSegmentInputs } from '../segments/member-inputs.ts';
import { createCountBalancesJob, listBalanceCounts } from '../statistics/balance-counts.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import { giveReference, keyOfReference } from '../testing/give-reference.ts';
import { lockTierMembers, readTierMovers, readTierStates } from '../tiers/announced-tiers.ts';
import { completeProfiles } from './fill-profiles.ts';
import { countMembers, findMemberWindow, listMembers, type MemberFilters } from './list-members.ts';
import { findMember, findMemberByKey, type Scope } from './members.ts';
import { countWindow, sortMembers } from './sort-members.ts';

let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
let environmentId: EnvironmentId;
let memberId: MemberId;
/** The id of the row of a reference that enrolled somebody first. */
let rowId: MemberId;

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  environmentId = environmentIds.live;
  scope = { tenantId, environmentId };
  memberId = await enrolMember(db, environmentId, { externalRef: 'first' });
  rowId = await enrolMember(db, environmentId, {
    externalRef: 'card-1',
    memberKey: keyOfReference('card-1'),
  });
  for (const reference of ['card-1', 'card-2'])
    await giveReference(db, environmentId, { memberId, reference, kind: 'CARD', state: 'EARN_ONLY' });
});
afterAll(() => scratch.drop());

const card = () => ({ environmentId, memberKey: keyOfReference('card-1') });

const listed = async (filters: MemberFilters): Promise<string[]> =>
  (await listMembers({ db, scope }, { ...filters, limit: 10 })).members.map(({ externalRef }) => externalRef);

test.each<readonly [string, MemberFilters, readonly string[]]>([
  ['all', {}, ['first']],
  ['active', { state: 'active' }, ['first']],
  ['suspended', { state: 'suspended' }, []],
  ['with any balance', { balance: { from: 0 } }, ['first']],
  ['searched by the text of a reference', { search: 'card' }, []],
  ['found by a reference', { memberKey: keyOfReference('card-2') }, ['first']],
])('a list of members has no reference: %s (D345)', async (_, filters, expected) => {
  expect(await listed(filters)).toEqual(expected);
  const window = await findMemberWindow({ db, scope }, filters);
  expect(await countWindow({ db, scope }, window)).toMatchObject({ memberCount: expected.length });
  const sorted = await sortMembers({ db, scope }, window, { sort: 'balance', limit: 10 });
  expect(sorted.members.map(({ externalRef }) => externalRef)).toEqual(expected);
});

test('a record has the number of references, the first one included, wherever it is read (D345)', async () => {
  await enrolMember(db, environmentId, { externalRef: 'another' });
  const read = async () => {
    const window = await findMemberWindow({ db, scope }, {});
    const records = [
      ...(await listMembers({ db, scope }, { limit: 10 })).members,
      ...(await sortMembers({ db, scope }, window, { sort: 'balance', limit: 10 })).members,
      await findMember(db, scope, memberId),
      await findMemberByKey(db, scope, keyOfReference('card-2')),
    ];
    return records.flatMap((one) =>
      one === null ? [] : [`${one.externalRef} ${one.references.toString()}`],
    );
  };
  expect((await read()).toSorted()).toEqual([
    'another 1',
    'another 1',
    'first 3',
    'first 3',
    'first 3',
    'first 3',
  ]);
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  expect(await findMember(db, scope, memberId)).toMatchObject({ references: 1 });
});

test('a reference counts in no total: of tiers, of balances, of statistics', async () => {
  expect(await countMembers(db, { environmentId, range: { from: 0, below: null } })).toMatchObject({
    memberCount: 1,
  });
  const job = createCountBalancesJob(db);
  const atMs = systemClock.now();
  await db.transaction((tx) => job.chunk(tx, { environmentId, atMs, cursor: null, size: 100 }));
  expect(await listBalanceCounts(db, environmentId, new Date(atMs - dayMs))).toMatchObject([{ members: 1 }]);
  expect(await readNextMembers(db, environmentId, { afterId: null, size: 10 })).toEqual([memberId]);
});

test('▲ a reference never gets a profile, a tier from 0 points, or a dynamic segment', async () => {
  await db.transaction((tx) => completeProfiles(tx, environmentId, { after: null, size: 100 }));
  const profiles = await db.query('SELECT member_id AS id FROM member_profiles WHERE environment_id = $1', [
    environmentId,
  ]);
  expect(profiles).toEqual([{ id: memberId }]);
  const range = { environmentId, after: null, upTo: uuidMax };
  const steps = { ids: [randomId() as TierId], minLifetimePoints: [0], limit: 10 };
  expect(await readTierMovers(db, range, steps)).toMatchObject([{ memberId }]);
  expect(await readTierStates(db, [card()])).toEqual([]);
  const named = { environmentId, memberId: rowId };
  expect(await db.transaction((tx) => lockTierMembers(tx, [named]))).toEqual([]);
  const rule: SegmentRule = {
    operator: 'AND',
    conditions: [{ field: 'points_balance', op: 'gte', value: 0 }],
  };
  const today = utcDayOf(systemClock.now());
  const preview = { rule, tiers: [], today, sampleSize: 5 };
  expect(await previewSegment(db, environmentId, preview)).toEqual({
    matchCount: 1,
    sampleMemberIds: [memberId],
  });
  const segmentId = randomId() as SegmentId;
  const page = { environmentId, afterId: null, endId: uuidMax, segments: [{ segmentId, rule }] };
  const written = await db.transaction((tx) => writeSegmentChunk(tx, { ...page, tiers: [], today }));
  expect(written).toMatchObject([{ segmentId, added: 1 }]);
  expect(await readSegmentInputs(db, [card()], today)).toEqual([]);
});

test('the exports have the references of a member, and no reference as a member', async () => {
  const { members } = await exportMembers(db, { environmentId, after: null, limit: 10 });
  const references = ['card-1', 'card-2'].map((reference) => ({
    reference,
    kind: 'CARD',
    state: 'EARN_ONLY',
  }));
  expect(members).toMatchObject([{ externalRef: 'first', references }]);
  const other = await enrolMember(db, environmentId);
  const { members: both } = await exportMembers(db, { environmentId, after: null, limit: 10 });
  expect(both.find(({ id }) => id === other)).not.toHaveProperty('references');
  const { records } = await exportSubject(db, { environmentId, memberId, after: null, limit: 100 });
  expect(records.filter(({ section }) => section === 'reference').map(({ record }) => record)).toMatchObject([
    { reference: 'card-1', kind: 'CARD', state: 'EARN_ONLY' },
    { reference: 'card-2', kind: 'CARD', state: 'EARN_ONLY' },
  ]);
});

test('▲ the export of a member has what was refused of any of their references', async () => {
  for (const [ref, memberKey] of [
    ['by-first', keyOfMember(memberId)],
    ['by-card', keyOfReference('card-1')],
    ['by-nobody', keyOfReference('nobody')],
  ] as const)
    await db.query(
      `INSERT INTO failed_requests (environment_id, operation, ref, code, context, created_at, member_key)
       VALUES ($1, 'evaluate', $2, 'MEMBER_SUSPENDED', '{}', now(), $3)`,
      [environmentId, ref, memberKey],
    );
  const { records } = await exportSubject(db, { environmentId, memberId, after: null, limit: 100 });
  const failed = records.filter(({ section }) => section === 'failedRequest');
  expect(failed.map(({ record }) => record['ref'])).toEqual(['by-card', 'by-first']);
});

test('the events of a member are found by any of their references', async () => {
  const id = randomId();
  await db.query(
    `INSERT INTO events (environment_id, received_at, id, event_key, ref, member_id, payload, points_awarded)
     VALUES ($1, now(), $2, 'a', 'r', $3, '{}', 0)`,
    [environmentId, id, memberId],
  );
  const { rows } = await listEvents(db, { ...card(), limit: 10 });
  expect(rows).toMatchObject([{ eventId: id, memberId }]);
  await db.query('DELETE FROM events WHERE environment_id = $1', [environmentId]);
});

const planted: readonly (readonly [string, string, readonly number[]])[] = [
  ['leads to nobody', `UPDATE members SET leads_to = gen_random_uuid() WHERE id = $2`, [1, 0, 0]],
  [
    'leads to another reference',
    `UPDATE members SET leads_to = (SELECT id FROM members WHERE environment_id = $1 AND external_ref = 'card-2') WHERE id = $2`,
    [1, 0, 0],
  ],
  [
    'is left after its member was erased',
    `UPDATE members SET state = 'anonymized' WHERE environment_id = $1 AND leads_to IS NULL AND id <> $2`,
    [0, 1, 0],
  ],
  [
    'has a profile',
    `INSERT INTO member_profiles (environment_id, member_id, search_text, updated_at) VALUES ($1, $2, '', now())`,
    [0, 0, 1],
  ],
  [
    'has a tier',
    `UPDATE members SET tier_id = gen_random_uuid() WHERE environment_id = $1 AND id = $2`,
    [0, 0, 1],
  ],
  [
    'is in a segment',
    `INSERT INTO segment_members (environment_id, segment_id, member_id) VALUES ($1, gen_random_uuid(), $2)`,
    [0, 0, 1],
  ],
];

test.each(planted)('I28 the check finds a reference that %s', async (_, sql, expected) => {
  const violations = async (): Promise<number[]> => {
    const found = [];
    for (const check of referenceChecks) found.push((await runInvariantCheck(db, check)).violations);
    return found;
  };
  expect(await violations()).toEqual([0, 0, 0]);
  const values = sql.includes('$1') ? [environmentId, rowId] : [rowId];
  await db.query(sql.includes('$1') ? sql : sql.replace('$2', '$1'), values);
  expect(await violations()).toEqual(expected);
  for (const table of ['segment_members', 'member_profiles', 'members'])
    await db.query(`DELETE FROM ${table} WHERE environment_id = $1`, [environmentId]);
});
