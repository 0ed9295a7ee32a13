import type { EnvironmentId } from '@loyalty/kernel';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { unusedEnvironmentId } from '../testing/enrol-member.ts';
import { createAuditDay, secondsOfDayLeft } from './audit-day.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
});
afterAll(() => scratch.drop());

const noonMs = Date.parse('2026-03-01T12:00:00.000Z');
const hourMs = 3_600_000;

const insert = (environmentId: EnvironmentId, count: number, atMs: number) =>
  scratch.db.query(
    `INSERT INTO audit_entries (environment_id, created_at, id, actor_kind, actor_id, action, object_type, object_id)
     SELECT $1, to_timestamp($2::float8 / 1000), gen_random_uuid(), 'KEY', 'k', 'tier.changed', 'tier', 't'
       FROM generate_series(1, $3::int)`,
    [environmentId, atMs, count],
  );

const counting = () => {
  let nowMs = noonMs;
  const queries: unknown[] = [];
  const db = {
    query: ((...args: Parameters<typeof scratch.db.query>) => {
      queries.push(args[1]);
      return scratch.db.query(...args);
    }) as typeof scratch.db.query,
  };
  const day = createAuditDay({ dbOf: () => db, clock: { now: () => nowMs } });
  return { day, queries, at: (ms: number) => (nowMs = ms) };
};

test('▲ entries of an environment and UTC day are counted, what is settled once, what came later again', async () => {
  const environmentId = unusedEnvironmentId();
  await insert(environmentId, 5, noonMs - 13 * hourMs);
  await insert(environmentId, 3, noonMs - hourMs);
  await insert(unusedEnvironmentId(), 9, noonMs - hourMs);
  const { day, queries, at } = counting();
  expect([await day.countToday(environmentId), await day.countToday(environmentId)]).toEqual([3, 3]);
  expect(queries).toHaveLength(1);
  // It began before the first count, and was committed after it.
  await insert(environmentId, 2, noonMs - 30_000);
  at(noonMs + 5_000);
  expect(await day.countToday(environmentId)).toBe(5);
  at(noonMs + 2 * hourMs);
  await insert(environmentId, 1, noonMs + hourMs);
  expect([await day.countToday(environmentId), day.greatest()]).toEqual([6, 6]);
  expect(queries.map((values) => (values as number[])[1])).toEqual([
    noonMs - 12 * hourMs,
    noonMs - 60_000,
    noonMs - 55_000,
  ]);
});

test('a new day begins at 0, and many who ask at once are one read', async () => {
  const environmentId = unusedEnvironmentId();
  await insert(environmentId, 3, noonMs - hourMs);
  const { day, queries, at } = counting();
  expect(await Promise.all([1, 2, 3].map(() => day.countToday(environmentId)))).toEqual([3, 3, 3]);
  expect(queries).toHaveLength(1);
  at(noonMs + 12 * hourMs);
  expect([day.greatest(), await day.countToday(environmentId)]).toEqual([0, 0]);
  expect(secondsOfDayLeft(noonMs)).toBe(43_200);
});
