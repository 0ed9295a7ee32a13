import type { EnvironmentId } from '@loyalty/kernel';
import { createDatabase, type Database, type Queryable } from '@loyalty/storage';
import { type MemberIdentity, readWholeReturns } from '@loyalty/tables/accounts';
import { readMemberCounters } from '@loyalty/tables/counts';
import { fillGrams } from '@loyalty/tables/jobs';
import { readFirstLots } from '@loyalty/tables/lots';
import { readMembershipsByKey } from '@loyalty/tables/memberships';
import { readSegmentInputs } from '@loyalty/tables/segments';
import { readTransactionMembers, type RequestKey } from '@loyalty/tables/transactions';
import { silentLogger } from '@loyalty/telemetry/logger';
import { countPages, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';

// A separate database whose tables are never analysed automatically. One connection: each keeps its plans.
let scratch: ScratchDatabase;
let db: Database;
const tables = [
  'members',
  'member_profiles',
  'member_counters',
  'segment_members',
  'point_lots',
  'member_days',
  'transactions',
];
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  const stored = await scratch.db.query<{ name: string }>(
    `SELECT t::regclass::text AS name FROM unnest($1::text[]) AS n, pg_partition_tree(n::regclass) AS p (t, parent, is_leaf)
      WHERE is_leaf`,
    [tables],
  );
  for (const { name } of stored)
    await scratch.db.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  const options = { url: scratch.url, applicationName: 'plans', poolMax: 1, logger: silentLogger };
  db = createDatabase({ ...options, looksUpByKey: true });
});
afterAll(async () => {
  await db.close();
  await scratch.drop();
});

const environmentId = 1 as EnvironmentId;
const campaignId = '00000000-0000-4000-8000-000000000002';
const segmentId = '00000000-0000-4000-8000-000000000001';

/**
 * Stores members with these numbers, each in a segment, with a counter, a lot, and a profile without grams.
 */
const store = async (from: number, to: number): Promise<void> => {
  const { db: any } = scratch;
  const ofMember = `FROM members WHERE points_balance BETWEEN ${from.toString()} AND ${to.toString()}`;
  await any.query(
    `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq, enrolled_at,
                          created_at, updated_at)
     SELECT 1, gen_random_uuid(), decode(md5(n::text), 'hex'), n, n, 0, 0, now(), now(), now()
       FROM generate_series($1::int, $2::int) AS n`,
    [from, to],
  );
  await any.query(`INSERT INTO member_profiles (environment_id, member_id, search_text, updated_at)
                   SELECT 1, id, external_ref, now() ${ofMember}`);
  await any.query(`INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
                   SELECT 1, 'evaluate', external_ref, gen_random_uuid(), id, '', '', now() ${ofMember}`);
  await any.query(
    `INSERT INTO member_counters SELECT 1, id, '${campaignId}', 'VISITS', 1, 0, now() ${ofMember}`,
  );
  await any.query(`INSERT INTO segment_members SELECT 1, '${segmentId}', id, now() ${ofMember}`);
  await any.query(`INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
                   SELECT 1, id, 0, 30000, now(), 1, now(), 30000 ${ofMember}`);
};

/** Each with the reference of a transaction. */
type StoredMember = MemberIdentity & RequestKey;

const readMembers = (): Promise<StoredMember[]> =>
  scratch.db.query(
    `SELECT environment_id AS "environmentId", member_key AS "memberKey", 'evaluate' AS operation, external_ref AS ref
       FROM members ORDER BY points_balance LIMIT 20`,
  );

const statements: Readonly<Record<string, (tx: Queryable, members: StoredMember[]) => Promise<unknown>>> = {
  'members of references': readTransactionMembers,
  counters: (tx, members) => readMemberCounters(tx, members, [{ environmentId, id: campaignId }]),
  memberships: (tx, members) => readMembershipsByKey(tx, members, [{ environmentId, id: segmentId }]),
  'whole returns': readWholeReturns,
  lots: readFirstLots,
  'what segments are judged by': (tx, members) => readSegmentInputs(tx, members, 20_000),
  'profiles to fill': (tx) => fillGrams(tx, environmentId, 20),
};

// Autovacuum analyses a table from fifty rows on.
test.each([60, 600])(
  '▲ a read of 20 members still reads only their rows after tables grow that were analysed with %i members',
  async (few) => {
    for (const table of tables) await scratch.db.query(`TRUNCATE ${table}`);
    await store(1, few);
    await scratch.db.query('ANALYZE');
    const pages = await db.transaction(async (tx) => {
      const firstMembers = await readMembers();
      for (const run of Object.values(statements)) await run(tx, firstMembers);
      await store(few + 1, 20_000);
      const members = await readMembers();
      const read: Record<string, number> = {};
      for (const [name, run] of Object.entries(statements))
        read[name] = await countPages(tx, () => run(tx, members));
      return read;
    });
    for (const read of Object.values(pages)) expect(read).toBeGreaterThan(20);
    expect(Object.entries(pages).filter(([, read]) => read > 1_000)).toEqual([]);
  },
);
