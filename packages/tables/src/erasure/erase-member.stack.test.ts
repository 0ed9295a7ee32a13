import { type MemberId, memberKeyOf, randomId } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { insertOutboxRejected, listOutboxRejected } from '@loyalty/storage/outbox';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { erasureChecks } from '../checks/subject-checks.ts';
import { listEvents } from '../events/event-feed.ts';
import { insertEvents } from '../events.ts';
import { updateProfile } from '../members/change-member.ts';
import { insertConsent, listConsents } from '../members/consents.ts';
import { findMember, type Scope } from '../members/members.ts';
import { addSegmentMembers } from '../memberships.ts';
import { jobAuthor } from '../authors/author.ts';
import { createTenant, findEnvironment } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { insertFailedRequests, readFailedRequest } from '../transactions/transactions.ts';
import { eraseMember, reapplyErasure } from './erase-member.ts';
import { emptyLateRejected, placeholderOfMember, placeholderPattern } from './erased-references.ts';
import { findDueErasure } from './pending-erasures.ts';
import { scrubErased } from './scrub-erased.ts';

const placeholder = expect.stringMatching(new RegExp(placeholderPattern)) as unknown;

// A database of its own: in the shared one the stack's jobs would erase too.
let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
let secret: Uint8Array;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  scope = { tenantId, environmentId: environmentIds.live };
  secret = (await findEnvironment(db, tenantId, 'live'))?.secret ?? Buffer.alloc(0);
});
afterEach(async () => {
  // Events without a stored request would fail `loyaltyctl check`.
  await db.query('DELETE FROM events WHERE environment_id = $1', [scope.environmentId]);
});
afterAll(() => scratch.drop());

const keyOf = (externalRef: string): Buffer => memberKeyOf(secret, externalRef);

const erasedNames = { externalRef: placeholder, name: placeholder, email: placeholder, phone: null };
const erasedFields = { ...erasedNames, state: 'anonymized', stateReason: null };

const enrol = (externalRef: string): Promise<MemberId> =>
  enrolMember(db, scope.environmentId, { externalRef, memberKey: keyOf(externalRef) });

const erase = (memberId: string) => db.transaction((tx) => eraseMember(tx, scope, memberId));

const atMs = Date.parse('2026-03-01T08:00:00.123Z');

const events = (memberId: MemberId, count: number, named: { payload: object; referrer?: string }) =>
  insertEvents(
    db,
    Array.from({ length: count }, (_, at) => ({
      environmentId: scope.environmentId,
      id: randomId(),
      eventKey: 'a',
      ref: randomId(),
      memberId,
      payload: Buffer.from(JSON.stringify(named.payload)),
      referrerKey: named.referrer === undefined ? null : keyOf(named.referrer),
      definitionVersion: null,
      pointsAwarded: 0,
      atMs: atMs + at,
    })),
  );

const payloads = async (memberId: string): Promise<unknown[]> =>
  (await listEvents(db, { environmentId: scope.environmentId, memberId, limit: 2_000 })).rows.map(
    ({ payload }) => payload,
  );

/** Runs the second phase, as if its pause were over. */
const scrub = async (size = 500): Promise<number> => {
  const { environmentId } = scope;
  await db.query(`UPDATE erasures SET scrub_after = now() - interval '1 minute' WHERE environment_id = $1`, [
    environmentId,
  ]);
  let chunks = 0;
  for (;;) {
    const isDone = await db.transaction(async (tx) => {
      const due = await findDueErasure(tx, environmentId);
      if (due === null) return true;
      expect(await scrubErased(tx, due, { environmentId, secret, size })).toBeGreaterThan(0);
      return false;
    });
    if (isDone) return chunks;
    chunks += 1;
  }
};

const violations = async (): Promise<number[]> => {
  const found = [];
  for (const check of erasureChecks) found.push((await runInvariantCheck(db, check)).violations);
  return found;
};

test('everything that names a member becomes a placeholder or is deleted, and null stays null (D48, D89)', async () => {
  const memberId = await enrol('customer-42');
  const { environmentId } = scope;
  const patch = { name: 'Anna', email: 'a@example.com' };
  await db.transaction((tx) => updateProfile(tx, scope, { memberId, patch }));
  const segment = { environmentId, segmentId: randomId() };
  await db.transaction((tx) => addSegmentMembers(tx, segment, [memberId]));
  await db.query(
    `INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
     VALUES ($1, $2, 0, 1, now(), 5, now(), 1)`,
    [environmentId, memberId],
  );
  await db.query('UPDATE members SET points_to_deduct = 5 WHERE id = $1', [memberId]);
  await db.query(
    `INSERT INTO pending_points (environment_id, member_id, transaction_id, n, points, due_at, description)
     VALUES ($1, $2, gen_random_uuid(), 0, 5, now(), 'Some')`,
    [environmentId, memberId],
  );
  await db.transaction((tx) =>
    insertConsent(tx, environmentId, {
      id: randomId(),
      memberId,
      purpose: 'MARKETING',
      channels: ['SMS'],
      granted: true,
      source: 'Anna',
      grantedAtMs: atMs,
      policyVersion: 'v1',
      evidence: { by: 'Anna' },
      atMs,
      author: jobAuthor('a test'),
    }),
  );
  const name = { environmentId, operation: 'evaluate', ref: 'r-1' } as const;
  const failure = { ...name, id: randomId(), code: 'MEMBER_SUSPENDED', context: {}, atMs: Date.now() };
  await insertFailedRequests(db, [{ ...failure, memberKey: keyOf('customer-42') }]);

  const erased = await erase(memberId);
  expect(erased).toMatchObject({ outcome: 'erased', memberKey: keyOf('customer-42') });
  expect(await findMember(db, scope, memberId)).toMatchObject({ ...erasedFields, pointsToDeduct: 0 });
  expect(await listConsents(db, environmentId, { memberId, limit: 1 })).toMatchObject([
    { granted: true, policyVersion: 'v1', source: null, evidence: null },
  ]);
  expect(await readFailedRequest(db, name)).toBeNull();
  expect(await db.query('SELECT FROM pending_points WHERE member_id = $1', [memberId])).toEqual([]);
  await scrub();
  expect(await violations()).toEqual([0, 0, 0]);
});

test('a repeat returns the result of the first call and writes nothing; no other member changes', async () => {
  const [memberId, other] = [await enrol('customer-42'), await enrol('customer-43')];
  const [first, before] = [await erase(memberId), await findMember(db, scope, memberId)];
  expect(await erase(memberId.toUpperCase())).toEqual({ ...first, outcome: 'already' });
  expect(await findMember(db, scope, memberId)).toEqual(before);
  expect(await findMember(db, scope, other)).toMatchObject({ externalRef: 'customer-43', state: 'active' });
  expect(await erase(randomId())).toEqual({ outcome: 'not-found' });
});

test('a member whom a build without profiles enrolled is erased too', async () => {
  const memberId = await enrol('customer-42');
  await db.query('DELETE FROM member_profiles WHERE member_id = $1', [memberId]);
  await erase(memberId);
  await scrub();
  expect(await violations()).toEqual([0, 0, 0]);
});

test('▲ messages that Kafka rejected hold nothing of an erased member once the second phase is complete', async () => {
  const memberId = await enrol('customer-42');
  const refuse = (ref: string, text = ref) =>
    insertOutboxRejected(db, {
      topic: 'loyalty.facts',
      message: Buffer.from(text),
      head: Buffer.from(text),
      reason: 'too large',
      environmentId: scope.environmentId,
      memberKey: keyOf(ref),
    });
  for (const ref of ['customer-42', 'customer-42', 'customer-43']) await refuse(ref);
  await erase(memberId);
  await scrub(1);
  expect((await listOutboxRejected(db, 3)).map(({ bytes }) => bytes)).toEqual(['customer-43'.length, 0, 0]);
  await refuse('customer-42', 'late');
  await emptyLateRejected(db);
  expect((await listOutboxRejected(db, 2)).map(({ bytes }) => bytes)).toEqual([0, 'customer-43'.length]);
  const heads = await db.query<{ head: Buffer | null }>('SELECT head FROM outbox_rejected ORDER BY id');
  expect(heads.map(({ head }) => head?.toString())).toEqual([undefined, undefined, 'customer-43', undefined]);
});

test('▲ a member with very many refused requests is erased, and the second phase deletes the requests that the first phase leaves', async () => {
  const memberId = await enrol('customer-42');
  const { environmentId } = scope;
  await db.query(
    `INSERT INTO failed_requests (environment_id, operation, ref, code, context, created_at, member_key)
     SELECT $1, 'evaluate', n::text, 'MEMBER_SUSPENDED', '{}', now(), $2 FROM generate_series(1, 1230) n`,
    [environmentId, keyOf('customer-42')],
  );
  const left = async () =>
    (await db.query('SELECT 1 FROM failed_requests WHERE environment_id = $1', [environmentId])).length;
  await erase(memberId);
  expect(await left()).toBe(230);
  expect(await scrub(100)).toBe(3);
  expect(await left()).toBe(0);
});

test('▲ the first phase empties the newest events, the second the others, chunk by chunk', async () => {
  const memberId = await enrol('customer-42');
  await events(memberId, 1_230, { payload: { who: 'customer-42' } });
  await erase(memberId);
  const left = (await payloads(memberId)).filter((payload) => payload !== null);
  expect(left).toHaveLength(230);
  expect(await scrub(100)).toBe(3);
  expect((await payloads(memberId)).filter((payload) => payload !== null)).toEqual([]);
  expect(await violations()).toEqual([0, 0, 0]);
});

test('▲ in events of other members the reference of an erased referrer is replaced, also when the event came after the first phase', async () => {
  const [memberId, other] = [await enrol('4711'), await enrol('customer-43')];
  const payload = { customerId: 'customer-43', referrerRef: '4711', by: [4711, '47110'] };
  await events(other, 3, { payload, referrer: '4711' });
  await erase(memberId);
  // Sent before, committed after.
  await events(other, 1, { payload, referrer: '4711' });
  await scrub(2);
  const by = placeholderOfMember(memberId);
  expect(await payloads(other)).toEqual(
    Array(4).fill({ customerId: 'customer-43', referrerRef: by, by: [by, '47110'] }),
  );
  expect(await violations()).toEqual([0, 0, 0]);
});

test('▲ when two members of one event are erased at once, neither erasure restores what the other has emptied', async () => {
  const [referrer, referred] = [await enrol('customer-42'), await enrol('customer-43')];
  await events(referred, 1, { payload: { referrerRef: 'customer-42' }, referrer: 'customer-42' });
  await erase(referrer);
  await db.query(`UPDATE erasures SET scrub_after = now() - interval '1 minute' WHERE environment_id = $1`, [
    scope.environmentId,
  ]);
  await db.transaction(async (tx) => {
    const { environmentId } = scope;
    const due = onlyRow(
      [await findDueErasure(tx, environmentId)].flatMap((one) => one ?? []),
      'due',
    );
    const meanwhile = {
      ...tx,
      query: (async (statement, values) => {
        if (typeof statement !== 'string' && statement.name === 'scrub-replace-referrer')
          await erase(referred);
        return tx.query(statement, values);
      }) as typeof tx.query,
    };
    await scrubErased(meanwhile, due, { environmentId, secret, size: 10 });
  });
  expect(await payloads(referred)).toEqual([null]);
  await scrub();
  expect(await violations()).toEqual([0, 0, 0]);
});

test('▲ a member who is erased again after a restore keeps the time of the first erasure', async () => {
  const memberId = await enrol('customer-42');
  const erasedAtMs = Date.parse('2026-01-02T03:04:05.678Z');
  const { environmentId } = scope;
  const kept = { environmentId, memberId, memberKey: keyOf('customer-42'), erasedAtMs };
  const reapply = () => db.transaction((tx) => reapplyErasure(tx, kept));
  expect([await reapply(), await reapply()]).toEqual(['erased', 'already']);
  expect(await erase(memberId)).toMatchObject({ outcome: 'already', erasedAt: new Date(erasedAtMs) });
  expect(await violations()).toEqual([0, 0, 0]);
  await scrub();
  expect(await violations()).toEqual([0, 0, 0]);
});
