import { randomId } from '@loyalty/kernel';
import { tryAdvisoryLock } from '@loyalty/storage';
import { statisticsLockClass } from '@loyalty/tables/rebuild-figures';
import { readRefreshState } from '@loyalty/tables/segments';
import { createSegment } from '@loyalty/tables/segments/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
});
afterEach(() => scratch.drop());

/** Stores members with a receipt of 100 cents today, and matching figures. */
const buyers = async (...refs: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const ref of refs) {
    const id = await system.enrol(ref);
    ids.push(id);
    await system.db.query(
      `WITH receipt AS (
         INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at,
                                   amount_cents, occurred_at)
         VALUES ($1, 'evaluate', $3, $4, $2, '', '{"pointsAwarded":0,"campaigns":[]}', now(), 100, now())),
       day AS (INSERT INTO member_days VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, 0, 0))
       UPDATE members SET spend_cents = 100, txn_count = 1, last_txn_day = (now() AT TIME ZONE 'UTC')::date
        WHERE environment_id = $1 AND id = $2`,
      [system.environmentId, id, ref, randomId()],
    );
  }
  return ids;
};

const statistics = (name: string, ...flags: readonly string[]) =>
  system.documentOf('statistics', name, ...system.place, ...flags);

const spent = async (): Promise<number[]> => {
  const rows = await system.db.query<{ cents: number }>(
    'SELECT spend_cents AS cents FROM members WHERE environment_id = $1 ORDER BY external_ref',
    [system.environmentId],
  );
  return rows.map(({ cents }) => cents);
};

test('wrong figures are found, then repaired once, and the index of receipts is dropped', async () => {
  const refs = Array.from({ length: 405 }, (_, place) => `m-${(place + 1_000).toString()}`);
  const ids = await buyers(...refs);
  await system.db.query('UPDATE members SET spend_cents = 7 WHERE id = $1', [ids[404]]);
  await system.db.query('DELETE FROM member_days WHERE member_id = $1', [ids[3]]);
  const wrong = { members: 405, wrong: 2, examples: [ids[3], ids[404]].toSorted(), repaired: false };
  expect(await statistics('check')).toMatchObject({ document: wrong, exitCode: 1 });
  expect(await statistics('rebuild', '--dry-run')).toMatchObject({ document: wrong, exitCode: 0 });
  expect((await spent()).at(-1)).toBe(7);
  expect(await statistics('rebuild')).toMatchObject({ document: { wrong: 2, repaired: true }, exitCode: 0 });
  expect(await spent()).toEqual(refs.map(() => 100));
  expect(await statistics('rebuild')).toMatchObject({ document: { members: 405, wrong: 0 } });
  expect(await statistics('check')).toMatchObject({ document: { wrong: 0 }, exitCode: 0 });
  expect(await system.db.query(`SELECT FROM pg_class WHERE relname LIKE 'transactions%by_member'`)).toEqual(
    [],
  );
});

test('one member is repaired, and receipts from before there were figures are reported', async () => {
  const [first, second] = await buyers('first', 'second');
  await system.db.query('UPDATE members SET spend_cents = 7');
  expect(await statistics('rebuild', '--member', 'first')).toMatchObject({
    document: { members: 1, wrong: 1, examples: [first] },
  });
  expect(await spent()).toEqual([100, 7]);
  await system.db.query(
    'UPDATE transactions SET amount_cents = NULL, occurred_at = NULL WHERE member_id = $1',
    [second],
  );
  const { exitCode, out } = await system.loyaltyctl(['statistics', 'rebuild', ...system.place]);
  expect([exitCode, out]).toEqual([
    0,
    '2 members were processed; the statistics of 0 were corrected.\n' +
      '1 receipts of 1 members are from before statistics were recorded: these members were not changed.\n',
  ]);
  expect(await spent()).toEqual([100, 7]);
});

test('a refresh of DYNAMIC segments is requested, except by a dry run', async () => {
  const made = await createSegment(system.db, system.environmentId, {
    name: 'Some' as const,
    type: 'DYNAMIC' as const,
    rules: { operator: 'AND', conditions: [{ field: 'spend_cents_30d', op: 'gte', value: 1 }] },
  });
  const segmentId = made.outcome === 'created' ? made.record.id : '';
  const wanted = async () =>
    (await readRefreshState(system.db, { environmentId: system.environmentId, segmentId }))?.wanted;
  await statistics('rebuild', '--dry-run');
  await statistics('check');
  expect(await wanted()).toBe(1);
  await statistics('rebuild');
  expect(await wanted()).toBe(2);
});

test('a second run at the same time is refused', async () => {
  const lock = await tryAdvisoryLock(scratch.url, statisticsLockClass, 0);
  const { exitCode, err } = await system.loyaltyctl(['statistics', 'check', ...system.place]);
  await lock?.release();
  expect([exitCode, err]).toEqual([1, expect.stringMatching(/being compared elsewhere/)]);
});
