import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { erasureChecks } from '../checks/subject-checks.ts';
import { eraseMember, reapplyErasure } from '../erasure/erase-member.ts';
import { findDueErasure } from '../erasure/pending-erasures.ts';
import { scrubErased } from '../erasure/scrub-erased.ts';
import { enrolMember, keyOfMember, unusedEnvironmentId } from '../testing/enrol-member.ts';
import { listRequestLogs, type RequestLogQuery } from './list-request-logs.ts';
import {
  findEnvironmentWithLogs,
  insertRequestLogs,
  purgeRequestLogs,
  type RequestLogWrite,
} from './request-logs.ts';

// A database of its own: the stack's jobs would purge and scrub too.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(() => {
  environmentId = unusedEnvironmentId();
});
afterAll(() => scratch.drop());

const dayMs = 86_400_000;

const logOf = (over: Partial<RequestLogWrite> = {}): RequestLogWrite => ({
  environmentId,
  id: randomId(),
  atMs: Date.now() - 1_000,
  requestId: 'till-7',
  method: 'POST',
  path: '/v1/tenants/t/transactions/evaluate',
  status: 200,
  durationMs: 12,
  code: null,
  requestBody: Buffer.from('{"a":"ü"}'),
  responseBody: null,
  memberKeys: [],
  ids: [],
  warnings: null,
  ...over,
});

const listed = async (query: Partial<RequestLogQuery> = {}, lookedAt?: number) => {
  const page = await listRequestLogs(db, { environmentId, limit: 200, ...query }, lookedAt);
  return { ids: page.rows.map(({ requestId }) => requestId), ...page };
};

test('a request is listed as it was stored, whatever is kept of its bodies', async () => {
  const atMs = Math.floor(Date.now() / 1000) * 1000 + 123 - 5_000;
  const first = logOf({ atMs, status: 400, code: 'VALIDATION_ERROR', responseBody: 'TOO_LONG' });
  const second = logOf({ atMs: atMs + 1, requestBody: null, responseBody: Buffer.from('[1,null]') });
  expect(await insertRequestLogs(db, [first, second])).toBe(2);
  expect((await listed()).rows).toEqual([
    {
      id: second.id,
      requestId: 'till-7',
      method: 'POST',
      path: second.path,
      status: 200,
      durationMs: 12,
      code: null,
      requestBody: null,
      requestBodyOmitted: null,
      responseBody: [1, null],
      responseBodyOmitted: null,
      warnings: [],
      at: new Date(atMs + 1).toISOString(),
    },
    expect.objectContaining({
      id: first.id,
      status: 400,
      code: 'VALIDATION_ERROR',
      requestBody: { a: 'ü' },
      requestBodyOmitted: null,
      responseBody: null,
      responseBodyOmitted: 'TOO_LONG',
    }),
  ]);
});

test('filters and pages agree with the whole list, also where a page examines few rows', async () => {
  const startMs = Date.now() - 60_000;
  const all = Array.from({ length: 25 }, (_, at) =>
    logOf({
      // Some share a millisecond.
      atMs: startMs + Math.floor(at / 3),
      requestId: at.toString(),
      status: at % 5 === 0 ? 404 : 200,
      path: at % 2 === 0 ? '/v1/tenants/t/members/x%' : '/v1/tenants/t/campaigns',
    }),
  );
  await insertRequestLogs(db, all);
  const since = new Date(startMs + 2);
  const until = new Date(startMs + 6);
  const wanted = all.filter(
    ({ atMs, status, path }) =>
      atMs >= startMs + 2 && atMs <= startMs + 6 && status === 200 && path.includes('s/x%'),
  );
  const found: string[] = [];
  let before: RequestLogQuery['before'];
  do {
    const query = { status: 200, path: 's/x%', since, until, limit: 2, ...(before && { before }) };
    const page = await listed(query, 4);
    found.push(...page.ids);
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(found.toSorted()).toEqual(wanted.map(({ requestId }) => requestId).toSorted());
  expect(found.length).toBeGreaterThan(3);
});

test('requests older than 7 days are not listed, and are purged in chunks, the oldest first', async () => {
  const old = Array.from({ length: 5 }, (_, at) =>
    logOf({ atMs: Date.now() - 7 * dayMs - 60_000 + at, requestId: `old-${at.toString()}` }),
  );
  await insertRequestLogs(db, [...old, logOf({ atMs: Date.now() - 7 * dayMs + 60_000, requestId: 'young' })]);
  expect((await listed()).ids).toEqual(['young']);
  expect(await purgeRequestLogs(db, { environmentId, atMs: Date.now(), size: 3 })).toBe(3);
  const left = await db.query(
    'SELECT request_id AS id FROM request_logs WHERE environment_id = $1 ORDER BY 1',
    [environmentId],
  );
  expect(left).toEqual([{ id: 'old-3' }, { id: 'old-4' }, { id: 'young' }]);
  expect(await purgeRequestLogs(db, { environmentId, atMs: Date.now(), size: 3 })).toBe(2);
  expect(await purgeRequestLogs(db, { environmentId, atMs: Date.now(), size: 3 })).toBe(0);
});

test('▲ of more requests than are kept exactly the newest stay, also within one millisecond; another environment keeps its own (D118)', async () => {
  const atMs = Date.now() - 10_000;
  const flood = Array.from({ length: 50 }, () => logOf({ atMs }));
  await insertRequestLogs(db, flood);
  const other = environmentId;
  environmentId = unusedEnvironmentId();
  await insertRequestLogs(db, [logOf({ atMs: atMs - dayMs, requestId: 'quiet' })]);
  expect(await purgeRequestLogs(db, { environmentId: other, atMs: null, size: 1_000, keptMax: 20 })).toBe(30);
  expect((await listed()).ids).toEqual(['quiet']);
  environmentId = other;
  const newest = flood
    .map(({ id }) => id)
    .toSorted()
    .slice(-20);
  expect((await listed()).rows.map(({ id }) => id)).toEqual(newest.toReversed());
});

test('a purge waits for no row that another transaction has locked, and finds every environment', async () => {
  await insertRequestLogs(db, [logOf({ atMs: Date.now() - 8 * dayMs })]);
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM request_logs WHERE environment_id = $1 FOR UPDATE', [environmentId]);
    expect(await purgeRequestLogs(scratch.db, { environmentId, atMs: Date.now(), size: 10 })).toBe(0);
  });
  expect(await findEnvironmentWithLogs(db, environmentId - 1)).toBe(environmentId);
  expect(await findEnvironmentWithLogs(db, 2_147_483_647)).toBeNull();
});

const scopeOf = () => ({ environmentId, tenantId: '' });

const makeDue = (memberId: MemberId) =>
  db.query(`UPDATE erasures SET scrub_after = now() WHERE member_id = $1`, [memberId]);

/** Runs the second phase to its end. */
const scrub = async (): Promise<void> => {
  for (
    let due = await findDueErasure(db, environmentId);
    due !== null;
    due = await findDueErasure(db, environmentId)
  ) {
    const erasure = due;
    const options = { environmentId, secret: Buffer.alloc(32), size: 3 };
    await db.transaction((tx) => scrubErased(tx, erasure, options));
  }
};

const findingsOf = async (promise: string): Promise<readonly string[]> => {
  const check = erasureChecks.find((candidate) => candidate.promise.startsWith(promise));
  if (check === undefined) throw new Error('there is no such check');
  return (await runInvariantCheck(db, check)).examples;
};

test('▲ I14 the first phase of an erasure deletes the requests that name the member by reference or id, and no others', async () => {
  const memberId = await enrolMember(db, environmentId);
  const memberKey = keyOfMember(memberId);
  const stranger = keyOfMember(randomId() as MemberId);
  await insertRequestLogs(db, [
    logOf({ memberKeys: [stranger, memberKey], requestId: 'by reference' }),
    logOf({ ids: [randomId(), memberId], requestId: 'by id' }),
    logOf({ memberKeys: [stranger], ids: [randomId()], requestId: 'of another' }),
  ]);
  await db.transaction((tx) => eraseMember(tx, scopeOf(), memberId));
  expect((await listed()).ids).toEqual(['of another']);
});

test('▲ I14 a request that waited in memory while its member was erased is not stored', async () => {
  const memberId = await enrolMember(db, environmentId);
  const memberKeys = [keyOfMember(memberId)];
  await db.transaction((tx) => eraseMember(tx, scopeOf(), memberId));
  expect(await insertRequestLogs(db, [logOf({ memberKeys }), logOf({ requestId: 'of another' })])).toBe(1);
  expect((await listed()).ids).toEqual(['of another']);
});

test('▲ I14 what was being stored during the first phase is deleted by the second, chunk by chunk; check knows', async () => {
  const memberId = await enrolMember(db, environmentId);
  const memberKeys = [keyOfMember(memberId)];
  await db.transaction(async (tx) => {
    await eraseMember(tx, scopeOf(), memberId);
    // Another connection does not see the erasure yet.
    const racing = Array.from({ length: 7 }, () => logOf({ memberKeys }));
    expect(await insertRequestLogs(scratch.db, racing)).toBe(7);
  });
  expect((await listed()).ids).toHaveLength(7);
  await db.query('UPDATE erasures SET scrubbed_at = now() WHERE member_id = $1', [memberId]);
  expect(await findingsOf('no request log')).toContain(`${environmentId.toString()}/${memberId}`);
  await db.query('UPDATE erasures SET scrubbed_at = NULL WHERE member_id = $1', [memberId]);
  await makeDue(memberId);
  await scrub();
  expect((await listed()).ids).toEqual([]);
  expect(await findingsOf('no request log')).not.toContain(`${environmentId.toString()}/${memberId}`);
});

test('I14 an erasure that is reapplied for a member who was lost deletes what names them', async () => {
  const memberId = randomId() as MemberId;
  const memberKey = keyOfMember(memberId);
  await insertRequestLogs(db, [logOf({ memberKeys: [memberKey] })]);
  const erasure = { environmentId, memberId, memberKey, erasedAtMs: Date.now() };
  expect(await db.transaction((tx) => reapplyErasure(tx, erasure))).toBe('tombstone');
  await makeDue(memberId);
  await scrub();
  expect((await listed()).ids).toEqual([]);
});

test('▲ two erasures that delete the same requests do not deadlock', async () => {
  const members = await Promise.all([1, 2, 3, 4].map(() => enrolMember(db, environmentId)));
  const memberKeys = members.map(keyOfMember);
  await insertRequestLogs(
    db,
    Array.from({ length: 200 }, (_, at) =>
      logOf({ atMs: Date.now() - 20_000 + ((at * 7919) % 200), memberKeys }),
    ),
  );
  await Promise.all(members.map((memberId) => db.transaction((tx) => eraseMember(tx, scopeOf(), memberId))));
  expect((await listed()).ids).toEqual([]);
});

test('the key is the only index: a write costs one entry', async () => {
  const indexes = await db.query(`SELECT indexname AS name FROM pg_indexes WHERE tablename = 'request_logs'`);
  expect(indexes).toEqual([{ name: 'request_logs_pkey' }]);
});
