import { createPostgresJobStore } from '@loyalty/jobs';
import type { EnvironmentId } from '@loyalty/kernel';
import { AdvisoryLocks, type Database, type Queryable, type Statement } from '@loyalty/storage';
import { readClosedEnvironments } from '@loyalty/tables/cells';
import {
  readEnvironmentsToFill,
  readEnvironmentsToFold,
  readEnvironmentsToScrub,
} from '@loyalty/tables/jobs';
import { readFirstDueRewards } from '@loyalty/tables/rewards';
import { readAskedRefreshes, readPendingRefreshes } from '@loyalty/tables/segments';
import { readPendingRetierings } from '@loyalty/tables/tiers';
import { readCatchingUpEnvironments } from '@loyalty/tables/webhooks';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';

const environments = 10_000;
/** The environments in which something is pending. */
const pending = [17, 4_000, 9_999] as EnvironmentId[];
/** Allows some look-ups for each environment with something pending, and one for the job's name. */
const rowsMax = 50;

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  for (const text of loads) await db.query(text);
});
afterAll(() => scratch.drop());

const isPending = `n IN (${pending.join(', ')})`;
const everywhere = `generate_series(1, ${environments.toString()}) AS n`;
const separators = String.raw`U&'\FFFF\FFFF'`;
const unfolded = `'ö' || ${separators}`;
const loads = [
  `INSERT INTO tenants (id, name) SELECT gen_random_uuid(), n::text FROM ${everywhere}`,
  `INSERT INTO environments (id, tenant_id, mode, secret) OVERRIDING SYSTEM VALUE
   SELECT row_number() OVER (), id, 'live', decode(repeat('00', 32), 'hex') FROM tenants`,
  `INSERT INTO retierings (environment_id, wanted, done) SELECT n, 1, CASE WHEN ${isPending} THEN 0 ELSE 1 END FROM ${everywhere}`,
  `INSERT INTO segment_states (environment_id, segment_id, wanted, asked, done)
   SELECT n, gen_random_uuid(), 1, 1, CASE WHEN ${isPending} THEN 0 ELSE 1 END FROM ${everywhere}, generate_series(1, 2)`,
  `INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
   SELECT n, gen_random_uuid(), CASE WHEN ${isPending} THEN ${unfolded} ELSE 'x' || ${separators} END,
          CASE WHEN ${isPending} THEN NULL ELSE '{}'::int[] END, now() FROM ${everywhere}`,
  // One tenant has piled up much.
  `INSERT INTO member_profiles (environment_id, member_id, search_text, updated_at)
   SELECT 17, gen_random_uuid(), ${unfolded}, now() FROM ${everywhere}`,
  `INSERT INTO erasures (environment_id, member_id, member_key, erased_at, scrub_after, scrubbed_at)
   SELECT n, gen_random_uuid(), '\\x00', now(), now(), CASE WHEN ${isPending} THEN NULL ELSE now() END FROM ${everywhere}`,
  `INSERT INTO webhook_catch_ups (environment_id, webhook_id, event_ids, event_ats)
   SELECT e, gen_random_uuid(), '{}', '{}' FROM unnest('{${pending.join(',')}}'::int[]) e, generate_series(1, 3000)`,
  `INSERT INTO rewards (environment_id, id, member_id, tier_id, state, reward_type, value, created_at, expires_at)
   SELECT n, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'ISSUED', 'FREE_ITEM', '{}', now(),
          now() + CASE WHEN ${isPending} THEN interval '-1 day' ELSE interval '1 day' END FROM ${everywhere}`,
  `INSERT INTO jobs (name, environment_id, at, done, chunks, finished_at) SELECT 'pending-looks', n, now(), 0, 1, now() FROM ${everywhere}`,
  'VACUUM ANALYZE',
];

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Returns the rows that the scans of a plan read from tables and their indexes. */
const rowsRead = (plan: Plan): number => {
  const { 'Rows Removed by Filter': removed = 0, 'Actual Rows': rows, 'Actual Loops': loops } = plan;
  const own = plan['Relation Name'] === undefined ? 0 : (rows + removed) * loops;
  return (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), own);
};

/** Runs statements, and adds up the rows that they read. */
const counting = () => {
  const count = { rows: 0 };
  const query = async <Row>(
    statement: Statement | string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const [explained] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    count.rows += explained?.['QUERY PLAN'].reduce((sum, { Plan: plan }) => sum + rowsRead(plan), 0) ?? 0;
    return db.query<Row>(text, values);
  };
  return { count, reader: { query } };
};

const idsOf = async (read: Promise<readonly EnvironmentId[]>) => (await read).toSorted((a, b) => a - b);

// What lists each environment once a minute at most is left out: expire-points, the nightly ones, mend-rewards.
test.each([
  { look: 'fill-grams', read: (from: Queryable) => idsOf(readEnvironmentsToFill(from)) },
  { look: 'fold-profiles', read: (from: Queryable) => idsOf(readEnvironmentsToFold(from)) },
  { look: 'scrub-erased', read: (from: Queryable) => idsOf(readEnvironmentsToScrub(from)) },
  { look: 'retier', read: (from: Queryable) => idsOf(readPendingRetierings(from)) },
  { look: 'refresh-segments', read: (from: Queryable) => idsOf(readPendingRefreshes(from)) },
  { look: 'refreshes that were asked for', read: (from: Queryable) => idsOf(readAskedRefreshes(from)) },
  { look: 'catch-up-deliveries', read: (from: Queryable) => idsOf(readCatchingUpEnvironments(from)) },
  {
    look: 'expire-rewards',
    read: async (from: Queryable) => (await readFirstDueRewards(from)).environmentIds,
  },
])('▲ $look reads what is pending, and nothing of the other of 10,000 environments', async ({ read }) => {
  const { count, reader } = counting();
  expect(await read(reader)).toEqual(pending);
  expect(count.rows).toBeLessThan(rowsMax);
});

test('▲ the checkpoints of a job are read where it is pending, and closed environments only where there are some', async () => {
  const { count, reader } = counting();
  const store = createPostgresJobStore({
    database: reader as Database,
    locks: new AdvisoryLocks(scratch.url),
    readClosed: readClosedEnvironments,
  });
  expect((await store.readStatus('pending-looks', pending)).checkpoints.size).toBe(pending.length);
  expect((await store.readClosed?.())?.size).toBe(0);
  expect(count.rows).toBeLessThan(rowsMax);
});
