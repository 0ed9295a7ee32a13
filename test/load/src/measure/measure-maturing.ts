import { setTimeout as pause } from 'node:timers/promises';
import { factCodec, subjectOf, topics } from '@loyalty/contracts';
import type { Job } from '@loyalty/jobs/job';
import { runJobNow } from '@loyalty/jobs/run-job-now';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { dayMs, type EnvironmentId, systemClock } from '@loyalty/kernel';
import { type Database, onlyRow, type Transaction } from '@loyalty/storage';
import { noOwner } from '@loyalty/storage/outbox';
import { createFactWriter } from '@loyalty/streams/facts';
import { unownedFactOutbox } from '@loyalty/streams/outbox';
import { createExpirePointsJob, createMaturePointsJob } from '@loyalty/tables/jobs';
import { createSnapshots } from '@loyalty/tables/snapshot';
import { withDatabase } from '@loyalty/testkit/database';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { fundExpiring } from './fund-expiring.ts';
import { fundMaturing } from './fund-maturing.ts';
import { untilFollowed } from './until-followed.ts';

const membersMax = 50_000;
const rowsEach = 2;

/**
 * Measures the lots that `expire-points` takes and the rows that `mature-points` enters in a second of work, in turn. Each is of new
 * members with two of them. The jobs run in this process, without pauses between chunks; the next one waits for followers.
 */
export const measureMaturing = async (run: BenchRun): Promise<void> => {
  const members = Math.min(membersMax, run.options.members);
  run.say(`Expiring and maturing ${(members * rowsEach).toLocaleString('en-US')} lots, in turn`);
  await withDatabase(run.stack.databaseUrl, async (db) => {
    const ports = await portsOf(run, db);
    for (let round = 1; round <= run.options.rounds; round += 1) {
      const expired = await measureJob(run, db, {
        job: createExpirePointsJob(ports),
        fund: (environmentId) => fundExpiring(db, { environmentId, members, expired: 'aMinuteAgo' }),
        atMs: systemClock.now(),
        entries: { type: 'EXPIRE', count: members * rowsEach },
      });
      const matured = await measureJob(run, db, {
        job: createMaturePointsJob(ports),
        fund: (environmentId) => fundMaturing(db, { environmentId, members }),
        // The service, which goes by the time, finds none of them.
        atMs: systemClock.now() + 2 * dayMs,
        entries: { type: 'EARN', count: members * rowsEach },
      });
      note(run, { expired, matured });
    }
  });
};

const portsOf = async ({ stack }: BenchRun, db: Database) => {
  const registry = createSchemaRegistry(stack.schemaRegistryUrl);
  const factId = await registry.findId(subjectOf(topics.facts), factCodec.schemaText);
  const snapshots = createSnapshots({ db });
  return {
    db,
    writer: createFactWriter(() => factId),
    configuration: { loadAny: (environmentId: EnvironmentId) => snapshots.get(environmentId, 1) },
    outbox: unownedFactOutbox,
    clock: systemClock,
    onPassedOver: ({ memberId }: { readonly memberId: string }) => {
      throw new Error(`the member ${memberId} was passed over`);
    },
  };
};

interface MeasuredJob<Cursor> {
  readonly job: Job<Transaction, Cursor>;
  readonly fund: (environmentId: EnvironmentId) => Promise<void>;
  readonly atMs: number;
  /** It must have entered these in the end. */
  readonly entries: { readonly type: 'EXPIRE' | 'EARN'; readonly count: number };
}

/** Returns lots a second. */
const measureJob = async <Cursor>(
  run: BenchRun,
  db: Database,
  { job, fund, atMs, entries: { type, count } }: MeasuredJob<Cursor>,
): Promise<number> => {
  const { environmentId } = await openOurTenant(run.stack, []);
  await fund(environmentId as EnvironmentId);
  const beganMs = performance.now();
  await runJobNow({
    job,
    atMs,
    environments: [environmentId as EnvironmentId],
    // Nobody else runs it in this environment.
    store: {
      lead: () => Promise.resolve({ isHeld: () => true, release: () => Promise.resolve() }),
      transact: (work) => db.transaction(work),
    },
    clock: { now: () => performance.now(), sleep: () => Promise.resolve() },
    onChunk: () => undefined,
    onWait: () => undefined,
  });
  const seconds = (performance.now() - beganMs) / 1_000;
  const sql = 'SELECT count(*)::int AS entered FROM ledger_entries WHERE environment_id = $1 AND type = $2';
  const rows = await db.query<{ entered: number }>(sql, [environmentId, type]);
  const { entered } = onlyRow(rows, 'a count');
  if (entered !== count) throw new Error(`${entered.toString()} of ${count.toString()} lots were entered`);
  await untilPublished(db);
  await untilFollowed(run.stack);
  return count / seconds;
};

/** Services publish what has no owner, every few seconds. */
const untilPublished = async (db: Database): Promise<void> => {
  const isLeft = async (): Promise<boolean> =>
    (await db.query('SELECT 1 FROM outbox WHERE owner = $1 LIMIT 1', [noOwner])).length > 0;
  while (await isLeft()) await pause(200);
};

const note = (
  run: BenchRun,
  { expired, matured }: { readonly expired: number; readonly matured: number },
): void => {
  const ratio = matured / expired;
  run.figures.add('engine', { title: 'lots that expire, a second of work', unit: '/s' }, expired);
  run.figures.add('engine', { title: 'lots that mature, a second of work', unit: '/s' }, matured);
  run.figures.add('engine', { title: 'lots that mature: part of those that expire', unit: '×' }, ratio);
  run.say(
    `  ${Math.round(expired).toString()} lots/s expired, ${Math.round(matured).toString()}/s matured: ${ratio.toFixed(2)} ×`,
  );
};
