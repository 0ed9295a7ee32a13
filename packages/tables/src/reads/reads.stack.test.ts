import { dayMs, type EnvironmentId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createForgetActivityJob } from '../activity/forget-activity.ts';
import { listReads } from './list-reads.ts';
import { addReads, type ReadRow } from './store-reads.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  const made = await db.query<{ id: EnvironmentId }>(
    `WITH t AS (INSERT INTO tenants (id, name) VALUES (gen_random_uuid(), 'Reads') RETURNING id)
     INSERT INTO environments (tenant_id, mode, secret)
     SELECT t.id, m, sha256('secret') FROM t, unnest(ARRAY['test', 'live']) AS m RETURNING id`,
  );
  [environmentId, elsewhere] = made.map(({ id }) => id) as [EnvironmentId, EnvironmentId];
});
afterEach(() => db.query('DELETE FROM people_reads'));
afterAll(() => scratch.drop());

const today = Date.parse('2026-03-02T00:00:00.000Z');

const row = (over: Partial<ReadRow> = {}): ReadRow => ({
  environmentId,
  dayMs: today,
  operation: 'getMember',
  person: 'thandi',
  reads: 1,
  ...over,
});

const list = (over: Partial<Parameters<typeof listReads>[1]> = {}) =>
  listReads(db, { environmentId, fromMs: today, toMs: today, ...over });

const counts = async (): Promise<[string | null, string, number][]> =>
  (await list()).items.map(({ author, operation, count }) => [author?.id ?? null, operation, count]);

test('rows of one key add up, whichever process sends them; most reads come first, the newest day before (D316)', async () => {
  await addReads(db, [row(), row({ operation: 'listMemberLedger' }), row({ person: '', reads: 2 })]);
  await addReads(db, [row({ reads: 4 }), row({ dayMs: today - dayMs, reads: 90 })]);
  const at = (ms: number) => new Date(ms).toISOString();
  const person = (id: string) => ({ kind: 'PERSON', id, name: null });
  expect(await list({ fromMs: today - dayMs })).toEqual({
    countedFromMs: today - dayMs,
    items: [
      { at: at(today), author: person('thandi'), operation: 'getMember', count: 5 },
      { at: at(today), author: person(''), operation: 'getMember', count: 2 },
      { at: at(today), author: person('thandi'), operation: 'listMemberLedger', count: 1 },
      { at: at(today - dayMs), author: person('thandi'), operation: 'getMember', count: 90 },
    ],
  });
});

test('▲ beyond the rows of a day new people are counted together by operation; known ones are not, nor other days', async () => {
  const add = (rows: readonly ReadRow[]) => addReads(db, rows, 2);
  await add([row({ person: 'a' }), row({ person: 'b' }), row({ person: 'c' }), row({ person: null })]);
  await add([
    row({ person: 'a' }),
    row({ person: 'd' }),
    row({ person: 'd', operation: 'listMembers' }),
    row({ person: 'd', dayMs: today - dayMs }),
    row({ person: 'd', environmentId: elsewhere }),
  ]);
  expect(await counts()).toEqual([
    [null, 'getMember', 3],
    ['a', 'getMember', 2],
    ['b', 'getMember', 1],
    [null, 'listMembers', 1],
  ]);
  for (const other of [{ fromMs: today - dayMs, toMs: today - dayMs }, { environmentId: elsewhere }])
    expect((await list(other)).items).toMatchObject([{ author: { id: 'd' }, count: 1 }]);
});

test('▲ totals end at 2^53−1 and fail no statement, and subjects of one spelling in bytes are one person', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  for (let n = 0; n < 2; n += 1) await addReads(db, [row({ reads: most }), row({ reads: most })]);
  await addReads(db, [row({ person: '\ud800' }), row({ person: '\ufffd' })]);
  expect(await counts()).toEqual([
    ['thandi', 'getMember', most],
    ['\ufffd', 'getMember', 2],
  ]);
});

test('nothing is added to a tenant that moves, so that its copy stays what it is', async () => {
  await db.query(`UPDATE environments SET closed = 'MOVING' WHERE id = $1`, [environmentId]);
  await addReads(db, [row(), row({ environmentId: elsewhere })]);
  await db.query('UPDATE environments SET closed = NULL WHERE id = $1', [environmentId]);
  expect(await counts()).toEqual([]);
  expect((await list({ environmentId: elsewhere })).items).toHaveLength(1);
});

test('▲ a list has 1,000 items at most, and says from which day on it is whole', async () => {
  const people = (day: number, count: number) =>
    Array.from({ length: count }, (_, n) => row({ dayMs: today - day * dayMs, person: `p${n.toString()}` }));
  await addReads(db, [...people(0, 600), ...people(1, 400)]);
  const days = { fromMs: today - 9 * dayMs };
  expect(await list(days)).toMatchObject({ countedFromMs: today - 9 * dayMs });
  await addReads(db, [row({ dayMs: today - dayMs, person: 'one more' })]);
  const cut = await list(days);
  expect([cut.countedFromMs, cut.items.length]).toEqual([today, 1_000]);
});

test('▲ a list of a month of floods reads the days that it shows, and no other', async () => {
  await db.query(
    `INSERT INTO people_reads SELECT $1::int, $2::date - d, 'getMember', convert_to('p' || n, 'UTF8'), n
       FROM generate_series(0, 30) AS d, generate_series(1, 2000) AS n`,
    [environmentId, '2026-03-02'],
  );
  await db.query('ANALYZE people_reads');
  const lines = await db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) SELECT day, operation, author, reads FROM people_reads
      WHERE environment_id = ${environmentId.toString()} AND day BETWEEN '2026-01-31' AND '2026-03-02'
      ORDER BY day DESC, reads DESC, operation, author LIMIT 1001`,
  );
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Incremental Sort/);
  const read = Number(/people_reads_pkey.*actual rows=(\d+)/.exec(plan)?.[1]);
  expect(read).toBeLessThan(6_000);
});

test('counts are kept for 400 days, by the instant of the run of the job that forgets activity (D132)', async () => {
  const oldest = today - 400 * dayMs;
  const age = (dayAt: number, person: string) => row({ dayMs: dayAt, person });
  await addReads(db, [age(oldest, 'a'), age(oldest - dayMs, 'a'), age(oldest - dayMs, 'b')]);
  const job = createForgetActivityJob(db);
  expect(await job.environments()).toEqual([environmentId]);
  const chunk = (size: number) =>
    db.transaction((tx) => job.chunk(tx, { environmentId, atMs: today + 1, cursor: null, size }));
  expect(await chunk(1)).toEqual({ cursor: 'what is left', taken: 1 });
  expect(await chunk(2)).toEqual({ cursor: null, taken: 1 });
  expect((await list({ fromMs: oldest - dayMs })).items).toMatchObject([{ author: { id: 'a' } }]);
});

test('▲ processes that add to the same rows in opposite orders do not wait crosswise', async () => {
  const { url } = scratch;
  const writers = [0, 1].map((n) =>
    createDatabase({ url, applicationName: `reads-${n.toString()}`, poolMax: 1, logger: silentLogger }),
  );
  const rows = Array.from({ length: 1_000 }, (_, n) => row({ person: `person-${n.toString()}` }));
  await addReads(db, rows);
  const orders = [rows, rows.toReversed()];
  const rounds = 15;
  await Promise.all(
    writers.map(async (writer, n) => {
      for (let round = 0; round < rounds; round += 1) await addReads(writer, orders[n] ?? []);
    }),
  );
  for (const writer of writers) await writer.close();
  expect(new Set((await counts()).map(([, , count]) => count))).toEqual(new Set([1 + 2 * rounds]));
});
