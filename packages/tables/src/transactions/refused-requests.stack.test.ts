import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { enrolMember, keyOfMember, unusedEnvironmentId } from '../testing/enrol-member.ts';
import { listRefused, type RefusedQuery } from './management.ts';
import { readReceiptStates } from './receipt-states.ts';
import {
  type FailedRequestWrite,
  insertFailedRequests,
  insertTransactions,
  type RequestOperation,
} from './transactions.ts';
import { createTrimFailedRequestsJob, trimFailedRequests } from './trim-failed-requests.ts';

// A database of its own: engines purge the failures of the stack's.
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

const failureOf = (ref: string, given: Partial<FailedRequestWrite> = {}): FailedRequestWrite => ({
  environmentId,
  operation: 'evaluate',
  ref,
  id: randomId(),
  code: 'MEMBER_SUSPENDED',
  context: {},
  memberKey: null,
  atMs: Date.now() - 1_000,
  ...given,
});

const listed = async (query: Partial<RefusedQuery> = {}, lookedAt?: number) => {
  const page = await listRefused(db, { environmentId, limit: 200, ...query }, lookedAt);
  return { refs: page.rows.map(({ ref }) => ref ?? ''), ...page };
};

/** Reads the whole list, page by page. */
const allListed = async (query: Partial<RefusedQuery>, lookedAt?: number): Promise<(string | null)[]> => {
  const refs: (string | null)[] = [];
  let before: RefusedQuery['before'];
  do {
    const page = await listed({ ...query, ...(before && { before }) }, lookedAt);
    refs.push(...page.refs);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return refs;
};

test('a refusal is listed with its member, once for each reference, as it came last', async () => {
  const memberId = await enrolMember(db, environmentId);
  const memberKey = keyOfMember(memberId);
  const atMs = Date.now() - 5_000;
  await insertFailedRequests(db, [failureOf('a', { memberKey, atMs }), failureOf('b', { atMs: atMs + 1 })]);
  const last = failureOf('a', { memberKey, atMs: atMs + 2, code: 'MEMBER_ERASED', context: { a: 1 } });
  await insertFailedRequests(db, [last]);
  const { rows } = await listed();
  expect(rows).toEqual([
    {
      id: last.id,
      operation: 'evaluate',
      ref: 'a',
      code: 'MEMBER_ERASED',
      context: { a: 1 },
      memberId,
      createdAt: new Date(atMs + 2),
      topic: null,
      partition: null,
      offset: null,
    },
    expect.objectContaining({ ref: 'b', memberId: null }),
  ]);
});

test('filters and pages agree with the whole list, also where a page examines few rows', async () => {
  const startMs = Date.now() - 60_000;
  const all = Array.from({ length: 25 }, (_, at) =>
    // Some share a millisecond.
    failureOf(at.toString(), {
      atMs: startMs + Math.floor(at / 3),
      code: at % 5 === 0 ? 'POINTS_OVERFLOW' : 'MEMBER_SUSPENDED',
    }),
  );
  await insertFailedRequests(db, all);
  const refsOf = (some: readonly FailedRequestWrite[]): string[] => some.map(({ ref }) => ref).toSorted();
  const since = new Date(startMs + 3);
  const rare = all.filter(({ atMs, code }) => atMs >= startMs + 3 && code === 'POINTS_OVERFLOW');
  expect((await allListed({ limit: 2 })).toSorted()).toEqual(refsOf(all));
  expect((await allListed({ since, code: 'POINTS_OVERFLOW', limit: 2 }, 4)).toSorted()).toEqual(refsOf(rare));
  expect(await allListed({ code: 'NO_SUCH_CODE', limit: 2 }, 4)).toEqual([]);
});

test.each<[string, (one: FailedRequestWrite) => FailedRequestWrite, boolean]>([
  ['of a redeem', (one) => ({ ...one, operation: 'redeem' }), true],
  ['of an event', (one) => ({ ...one, operation: 'event' }), true],
  ['of a credit', (one) => ({ ...one, operation: 'credit' satisfies RequestOperation }), false],
  ['of another environment', (one) => ({ ...one, environmentId: unusedEnvironmentId() }), false],
  ['of 23 hours ago', (one) => ({ ...one, atMs: Date.now() - dayMs + 3_600_000 }), true],
  ['of more than a day ago', (one) => ({ ...one, atMs: Date.now() - dayMs - 1_000 }), false],
])('a refusal %s', async (_, change, isListed) => {
  await insertFailedRequests(db, [change(failureOf('a'))]);
  expect((await listed()).refs).toEqual(isListed ? ['a'] : []);
});

test('what an older build has written is found by its reference, and not listed', async () => {
  await db.query(
    `INSERT INTO failed_requests (environment_id, operation, ref, code, context, created_at)
     VALUES ($1, 'evaluate', 'old', 'MEMBER_SUSPENDED', '{}', now())`,
    [environmentId],
  );
  expect((await listed()).refs).toEqual([]);
  expect(await readReceiptStates(db, environmentId, ['old'])).toMatchObject([
    { refusalCode: 'MEMBER_SUSPENDED' },
  ]);
});

test('▲ of more refusals than are kept the newest stay, and another environment keeps its own (D118)', async () => {
  const atMs = Date.now() - 100_000;
  const flood = Array.from({ length: 50 }, (_, n) => failureOf(n.toString(), { atMs: atMs + n }));
  const other = unusedEnvironmentId();
  const quiet = failureOf('quiet', { environmentId: other, atMs: atMs - 1_000 });
  await insertFailedRequests(db, [...flood, quiet]);
  const trim = (size: number) => trimFailedRequests(db, { environmentId, size, keptMax: 20 });
  expect([await trim(25), await trim(25), await trim(25)]).toEqual([25, 5, 0]);
  expect((await listed()).refs).toEqual(
    flood
      .slice(30)
      .map(({ ref }) => ref)
      .toReversed(),
  );
  expect((await listRefused(db, { environmentId: other, limit: 5 })).rows).toHaveLength(1);
});

test('▲ a trim waits for no row that another transaction has locked', async () => {
  const flood = Array.from({ length: 3 }, (_, n) =>
    failureOf(n.toString(), { atMs: Date.now() - 9_000 + n }),
  );
  await insertFailedRequests(db, flood);
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM failed_requests WHERE environment_id = $1 FOR UPDATE', [environmentId]);
    expect(await trimFailedRequests(scratch.db, { environmentId, size: 10, keptMax: 1 })).toBe(0);
  });
});

test('▲ the job takes chunks for those alone who have more than is kept', async () => {
  const [first, other] = [unusedEnvironmentId(), unusedEnvironmentId()].toSorted((a, b) => a - b) as [
    EnvironmentId,
    EnvironmentId,
  ];
  const atMs = Date.now() - 60_000;
  const refusalsOf = (id: EnvironmentId, count: number) =>
    Array.from({ length: count }, (_, n) =>
      failureOf(n.toString(), { environmentId: id, atMs: atMs + n * 10 }),
    );
  const quiet = Array.from({ length: 30 }, () => refusalsOf(unusedEnvironmentId(), 2)).flat();
  await insertFailedRequests(db, [...quiet, ...refusalsOf(first, 205), ...refusalsOf(other, 201)]);
  const job = createTrimFailedRequestsJob(200);
  const takenByChunk: number[] = [];
  let cursor: Awaited<ReturnType<typeof job.chunk>>['cursor'] = null;
  do {
    const asked = { cursor, size: 3 } as never;
    const chunk = await db.transaction((tx) => job.chunk(tx, asked));
    takenByChunk.push(chunk.taken);
    cursor = chunk.cursor;
  } while (cursor !== null);
  expect(takenByChunk).toEqual([3, 2, 1]);
  expect((await listRefused(db, { environmentId: other, limit: 300 })).rows).toHaveLength(200);
});

test('the state of a receipt is what is stored of it, or why it was refused, in the order of the references', async () => {
  const memberId = await enrolMember(db, environmentId);
  const atMs = Date.now() - 1_000;
  const fingerprint = Buffer.alloc(16, 3);
  const stored = (ref: string, operation: RequestOperation = 'evaluate') => ({
    environmentId,
    operation,
    ref,
    id: randomId() as never,
    memberId: memberId satisfies MemberId,
    fingerprint,
    response: Buffer.from('{}'),
    atMs,
  });
  await insertTransactions(db, [stored('stored'), stored('both'), stored('redeemed', 'redeem')]);
  await insertFailedRequests(db, [
    failureOf('both', { code: 'TRANSACTION_DUPLICATE' }),
    failureOf('refused'),
  ]);
  const known = { fingerprint, storedAtMs: atMs };
  const nothing = { fingerprint: null, storedAtMs: null };
  expect(
    await readReceiptStates(db, environmentId, ['both', 'never', 'refused', 'stored', 'redeemed', 'stored']),
  ).toEqual([
    { ...known, refusalCode: 'TRANSACTION_DUPLICATE' },
    { ...nothing, refusalCode: null },
    { ...nothing, refusalCode: 'MEMBER_SUSPENDED' },
    { ...known, refusalCode: null },
    { ...nothing, refusalCode: null },
    { ...known, refusalCode: null },
  ]);
});
