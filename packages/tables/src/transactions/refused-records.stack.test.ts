import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { unusedEnvironmentId } from '../testing/enrol-member.ts';
import { listRefused, readLeftOutRecords, type RefusedQuery } from './management.ts';
import { readReceiptStates } from './receipt-states.ts';
import { insertRefusedRecords, purgeRefusedRecords, type RefusedRecordWrite } from './refused-records.ts';
import { insertFailedRequests, readFailedRequest } from './transactions.ts';
import { createTrimRefusedRecordsJob } from './trim-refused-records.ts';

// A database of its own: engines purge the records of the stack's.
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

const recordOf = (offset: number, given: Partial<RefusedRecordWrite> = {}): RefusedRecordWrite => ({
  environmentId,
  id: randomId(),
  ref: `r-${offset.toString()}`,
  code: 'VALIDATION_ERROR',
  context: { errors: [{ pointer: '/amountCents', message: 'must be more' }] },
  memberKey: null,
  topic: 'loyalty.receipts',
  partition: offset % 3,
  offset,
  ...given,
});

const age = (days: number) =>
  db.query(
    `UPDATE refused_records SET created_at = created_at - make_interval(days => $2) WHERE environment_id = $1`,
    [environmentId, days],
  );

/** Reads the whole list, page by page. */
const allOffsets = async (query: Partial<RefusedQuery> = {}, lookedAt?: number) => {
  const offsets: (number | null)[] = [];
  let before: RefusedQuery['before'];
  do {
    const page = await listRefused(db, { environmentId, limit: 2, ...query, before }, lookedAt);
    offsets.push(...page.rows.map(({ offset }) => offset));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return offsets;
};

test('each record has an entry with its place, also several of one reference and those without one', async () => {
  await insertRefusedRecords(db, [recordOf(1, { ref: 'same' }), recordOf(2, { ref: 'same' })]);
  await insertRefusedRecords(db, [recordOf(3, { ref: null, code: 'UNREADABLE', context: {} })]);
  const { rows } = await listRefused(db, { environmentId, limit: 10 });
  const sorted = rows.toSorted((one, other) => (one.offset ?? 0) - (other.offset ?? 0));
  expect(sorted).toMatchObject([
    { operation: 'evaluate', ref: 'same', topic: 'loyalty.receipts', partition: 1, offset: 1 },
    { ref: 'same', partition: 2, offset: 2, code: 'VALIDATION_ERROR' },
    { ref: null, partition: 0, offset: 3, code: 'UNREADABLE', memberId: null },
  ]);
});

test('records and requests of calls are one list, the newest first, page by page, with its filters', async () => {
  const atMs = Date.now() - 60_000;
  const ofCalls = [1, 2, 3].map((n) => ({
    environmentId,
    operation: 'redeem' as const,
    ref: `c-${n.toString()}`,
    id: randomId(),
    code: 'MEMBER_SUSPENDED',
    context: {},
    memberKey: null,
    atMs: atMs + n,
  }));
  await insertFailedRequests(db, ofCalls);
  await insertRefusedRecords(
    db,
    [0, 1, 2, 3, 4, 5, 6].map((offset) => recordOf(offset)),
  );
  const all = await allOffsets();
  expect(all.slice(0, 7).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(all.slice(7)).toEqual([null, null, null]);
  expect((await allOffsets({ partition: 1 }, 3)).toSorted()).toEqual([1, 4]);
  expect(await allOffsets({ until: new Date(atMs + 2) })).toEqual([null, null]);
  expect(await allOffsets({ since: new Date(atMs + 4) })).toHaveLength(7);
});

test('the newest entry of a reference says what became of it', async () => {
  await insertRefusedRecords(db, [recordOf(1, { ref: 'a', code: 'MEMBER_SUSPENDED' })]);
  await age(2);
  const name = { environmentId, operation: 'evaluate', ref: 'a' } as const;
  expect(await readFailedRequest(db, name)).toMatchObject({ code: 'MEMBER_SUSPENDED' });
  await insertRefusedRecords(db, [recordOf(2, { ref: 'a' })]);
  expect(await readFailedRequest(db, name)).toMatchObject({ ...name, code: 'VALIDATION_ERROR' });
  expect(await readFailedRequest(db, { ...name, operation: 'redeem' })).toBeNull();
  expect(await readReceiptStates(db, environmentId, ['a', 'b'])).toMatchObject([
    { refusalCode: 'VALIDATION_ERROR' },
    { refusalCode: null },
  ]);
});

test('entries are there for 14 days, and are then deleted', async () => {
  await insertRefusedRecords(db, [recordOf(1)]);
  await age(13);
  await purgeRefusedRecords(db);
  expect(await allOffsets()).toEqual([1]);
  await age(1);
  expect(await allOffsets()).toEqual([]);
  await purgeRefusedRecords(db);
  expect(await db.query('SELECT FROM refused_records WHERE environment_id = $1', [environmentId])).toEqual(
    [],
  );
});

test('▲ of a day with more records than are kept the newest stay, and how many were left out is counted (D332)', async () => {
  for (let offset = 0; offset < 25; offset += 1) {
    // Several may have one millisecond: then their ids are their order.
    const id = `0198c0de-0000-7000-8000-${offset.toString().padStart(12, '0')}`;
    await insertRefusedRecords(db, [recordOf(offset, { id })]);
  }
  const quiet = unusedEnvironmentId();
  await insertRefusedRecords(db, [recordOf(0, { environmentId: quiet })]);
  const job = createTrimRefusedRecordsJob(20);
  const taken: number[] = [];
  let cursor: Awaited<ReturnType<typeof job.chunk>>['cursor'] = null;
  do {
    const chunk = await db.transaction((tx) => job.chunk(tx, { cursor, size: 3 } as never));
    taken.push(chunk.taken);
    cursor = chunk.cursor;
  } while (cursor !== null);
  expect(taken).toEqual([3, 2]);
  expect((await allOffsets()).toSorted((one, other) => Number(one) - Number(other))).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 5),
  );
  const [today] = await db.query<{ day: string }>('SELECT current_date::text AS day');
  expect(await readLeftOutRecords(db, environmentId)).toEqual([{ day: today?.day, count: 5 }]);
  expect(await readLeftOutRecords(db, quiet)).toEqual([]);
});
