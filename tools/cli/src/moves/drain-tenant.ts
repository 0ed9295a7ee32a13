import { topics } from '@loyalty/contracts';
import { readLogBounds } from '@loyalty/kafka/metadata';
import { Fault, systemClock } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { listPositions } from '@loyalty/storage/position-control';
import { parkTasks } from '@loyalty/task-queue/parked-tasks';
import { positionsInLogs } from '../positions/positions-in-logs.ts';
import type { Cell } from './cells.ts';
import type { MovedTenant } from './moved-tables.ts';

/** Ingress caches a key for 10 s, and a call that it accepted ends within its deadline. */
const letInMs = 15_000;
const lookEveryMs = 200;
/**
 * A person is needed after this time without progress: a process does not run, or a session was left open.
 */
const stalledMaxMs = 600_000;
/** A receipt leads to a tier, that to a reward, that to a webhook: each by a fact that a service reads. */
const stepsOfFacts = 4;
/** An attempt at an endpoint takes up to 30 s; each round takes some seconds. */
const roundsMax = 200;

/** They may still hold requests from before the close. Streamed receipts are forwarded instead. */
const drainedTopics = [
  topics.evaluate,
  topics.memberEvents,
  topics.redeem,
  topics.burnRequests,
  topics.burnRequestsBulk,
  topics.credits,
  topics.facts,
  topics.factsBulk,
] as const;

/**
 * Waits for transactions and calls from before the close, their messages in Kafka, and attempts at providers
 * and endpoints. Due tasks are parked. Throws a Fault `NOT_DRAINED` after ten minutes without progress.
 */
export const drainTenant = async (cell: Cell, { environmentIds }: MovedTenant): Promise<void> => {
  await transactionsEnded(cell.db);
  await systemClock.sleep(letInMs);
  await transactionsEnded(cell.db);
  for (let round = 1; round <= roundsMax; round += 1) {
    await factsRead(cell);
    const moving = await parkTasks(cell.db, environmentIds);
    if (moving === 0 && round >= stepsOfFacts) return;
    if (moving > 0) await systemClock.sleep(lookEveryMs);
  }
  throw notDrained('calls to providers or endpoints are still being made');
};

const notDrained = (what: string): Fault =>
  new Fault('NOT_DRAINED', `The tenant is closed but not moved yet, because ${what}: run the command again.`);

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const lastAtMs = systemClock.now() + stalledMaxMs;
  while (!(await isSo())) {
    if (systemClock.now() > lastAtMs) throw notDrained(what);
    await systemClock.sleep(lookEveryMs);
  }
};

/** Waits for the transactions that began before now. */
export const transactionsEnded = async (db: Database): Promise<void> => {
  const { now } = onlyRow(
    await db.query<{ now: string }>('SELECT clock_timestamp()::text AS now'),
    'the database’s time',
  );
  const statement = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
                        AND pid <> pg_backend_pid() AND xact_start < $1::timestamptz LIMIT 1`;
  await until(
    'an earlier transaction has not ended',
    async () => (await db.query(statement, [now])).length === 0,
  );
};

/** Waits until the current outbox is published, and then until the current ends of the topics are read. */
const factsRead = async ({ db, kafka, clusterId }: Cell): Promise<void> => {
  const [newest] = await db.query<{ id: number | null }>('SELECT max(id) AS id FROM outbox');
  await until(
    'facts are still waiting to be published',
    async () => (await db.query('SELECT FROM outbox WHERE id <= $1 LIMIT 1', [newest?.id ?? 0])).length === 0,
  );
  const ends = await readLogBounds(kafka, drainedTopics);
  // The ends of all records: whatever a transaction holds back is of this cell, and is decided here.
  const what =
    'a service is not reading its topics, or a producer has not ended its transaction («loyaltyctl positions list»)';
  await until(what, async () => {
    const positions = positionsInLogs(await listPositions(db, clusterId), ends);
    const behind = positions.filter(({ lag }) => lag !== null && lag > 0);
    const parked = behind.find(({ state }) => state === 'PARKED');
    if (parked !== undefined)
      throw notDrained(
        `${parked.topic} ${parked.partition.toString()} is parked («loyaltyctl positions unpark»)`,
      );
    return behind.length === 0;
  });
};
