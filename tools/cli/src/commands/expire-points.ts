import { type Command, Option } from 'commander';
import { createPostgresJobStore } from '@loyalty/jobs';
import type { Job } from '@loyalty/jobs/job';
import { runJobNow } from '@loyalty/jobs/run-job-now';
import { type EnvironmentId, Fault, systemClock } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import {
  AdvisoryLocks,
  type Database,
  readDatabaseTime,
  sessionLimits,
  type Transaction,
} from '@loyalty/storage';
import { unownedFactOutbox } from '@loyalty/streams/outbox';
import {
  createExpirePointsJob,
  createReturnPointsJob,
  type ExpiryRun,
  listExpiryRuns,
  type ReturnCounts,
} from '@loyalty/tables/jobs';
import { createSnapshots } from '@loyalty/tables/snapshot';
import { readClosedEnvironments } from '@loyalty/tables/tenants/cells';
import { examples, modeOption, parseInstant, requireEnvironmentId, tenantOption } from '../arguments.ts';
import { readComparedTime } from '../clock-difference.ts';
import { withDatabase } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import { count, showProgress } from '../progress.ts';
import { factWriterOf } from '../published-writes.ts';
import { type CommandContext, type CommandOutcome, requireYes, type Session, yesOption } from '../session.ts';
import { tableLines } from '../terminal.ts';

interface Flags {
  readonly at?: number;
  readonly undo?: number;
  readonly runs?: true;
  readonly dryRun?: true;
  readonly tenant?: string;
  readonly mode?: Mode;
  readonly yes?: true;
}

const explanation = `
Engines do this every night at 01:00 UTC. Points that are due at the given time or before are taken off the balances, with an entry
for each lot; a repeat changes nothing. The fact points.expired announces each.

The time is the database's, unless --at names one. While the database's clock differs from the brokers' by more than two minutes,
nothing is done without --at.

A run is named by its time. --undo gives back what one took before its time, with an ADJUST entry for each lot, which is as it was
before: points that are due by now stay expired, and a repeat gives nothing more. What a run took is known for 90 days.
`;

/** D49, D132, D137. */
export const addExpirePointsCommand = (program: Command, session: Session): void => {
  program
    .command('expire-points')
    .description('Expire the points that are due, or give back what a run took.')
    .option('--at <time>', 'what is due by then, as in 2026-03-31T23:59:59Z (default: now)', parseInstant)
    .addOption(
      new Option('--undo <run>', 'give back what the run of that time took')
        .argParser(parseInstant)
        .conflicts('runs'),
    )
    .option('--runs', 'list the runs of the last 90 days that took points')
    .option('--dry-run', 'with --undo: only count')
    .addOption(tenantOption())
    .addOption(modeOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      explanation +
        examples(
          'expire-points',
          'expire-points --at 2026-12-31T23:59:59.999Z --tenant … --mode test --yes',
          'expire-points --runs',
          'expire-points --undo 2026-12-31T01:00:00Z --dry-run',
        ),
    )
    .action(session.action(perform));
};

const perform = (task: CommandContext, flags: Flags): Promise<CommandOutcome> => {
  if (flags.runs === true) return withDatabase(task, (db) => list(task, db, flags));
  const { undo: runAtMs, dryRun } = flags;
  if (runAtMs !== undefined)
    return withDatabase(task, (db) => undo(task, db, { flags, runAtMs }), sessionLimits);
  if (dryRun === true) throw new UsageFault('--dry-run counts what --undo would give back: name a run.');
  return withDatabase(task, (db) => expire(task, db, flags), sessionLimits);
};

/** Throws a Fault while nothing may be destroyed by the database's clock, unless a time is given. */
const timeOf = async (task: CommandContext, db: Database, { at }: Flags): Promise<number> => {
  if (at !== undefined) return at;
  const { nowMs, difference } = await readComparedTime(task, db);
  if (difference === null) return nowMs;
  const wayOut = 'Put the clocks right, or name the right time with --at.';
  throw new Fault('CLOCKS_DIFFER', `Nothing was done, because ${difference}. ${wayOut}`);
};

const expire = async (task: CommandContext, db: Database, flags: Flags): Promise<CommandOutcome> => {
  const atMs = await timeOf(task, db, flags);
  // Of two clocks the earlier one asks more often.
  const nowMs = Math.min(systemClock.now(), await readDatabaseTime(db));
  if (flags.at !== undefined && atMs > nowMs) await requireYes(task, question(atMs), flags);
  const only = await environmentOf(db, flags);
  const job = createExpirePointsJob({
    ...(await portsOf(task, db)),
    clock: systemClock,
    onPassedOver: ({ memberId }, { message }) => {
      task.note(`Member ${memberId} is passed over (${message}): «loyaltyctl check» tells more.`);
    },
  });
  const environments = only === null ? await job.environments() : [only];
  const taken = await runNow(task, db, { job, atMs, environments, onChunk: progressOf(task) });
  const at = new Date(atMs).toISOString();
  task.say(`What was due by ${at} has expired; ${count(taken)} members and days were looked at.`);
  return { document: { at, environments: environments.length, taken } };
};

const question = (atMs: number): string =>
  `${new Date(atMs).toISOString()} is in the future: members lose points before their time. Expire them?`;

const portsOf = async (task: CommandContext, db: Database) => {
  const writer = await factWriterOf(task);
  const snapshots = createSnapshots({ db });
  const configuration = { loadAny: (environmentId: EnvironmentId) => snapshots.get(environmentId, 1) };
  return { db, writer, configuration, outbox: unownedFactOutbox };
};

interface RunOnce<Cursor> {
  readonly job: Job<Transaction, Cursor>;
  readonly atMs: number;
  readonly environments: readonly EnvironmentId[];
  readonly onChunk: (taken: number) => void;
}

/** Returns the rows taken. An expiry and an undo exclude each other. */
const runNow = async <Cursor>(task: CommandContext, db: Database, once: RunOnce<Cursor>): Promise<number> => {
  const store = createPostgresJobStore({
    database: db,
    locks: new AdvisoryLocks(task.addresses.databaseUrl()),
    readClosed: readClosedEnvironments,
  });
  const onWait = (): void => {
    task.note('expire-points is running elsewhere: waiting until that has ended …');
  };
  const taken = await runJobNow({ ...once, store, clock: systemClock, onWait });
  if (taken !== null) return taken;
  throw new Fault('RUNS_ELSEWHERE', 'expire-points is running elsewhere: try again when that has ended.');
};

const environmentOf = async (db: Database, { tenant, mode }: Flags): Promise<EnvironmentId | null> => {
  if (tenant === undefined && mode === undefined) return null;
  if (tenant === undefined || mode === undefined)
    throw new UsageFault('--tenant and --mode name one environment together: give both, or none.');
  return requireEnvironmentId(db, { tenant, mode });
};

const lineEveryMs = 5_000;

const progressOf = (task: CommandContext): ((taken: number) => void) => {
  let saidAtMs = systemClock.now();
  return (taken) => {
    const nowMs = systemClock.now();
    if (nowMs - saidAtMs < lineEveryMs) return;
    saidAtMs = nowMs;
    task.note(`${count(taken)} looked at …`);
  };
};

const list = async (task: CommandContext, db: Database, flags: Flags): Promise<CommandOutcome> => {
  const runs = await listExpiryRuns(db, { environmentId: await environmentOf(db, flags) });
  const rows = runs.map((run) => [
    nameOf(run),
    count(run.environments),
    count(run.members),
    count(run.lots),
    count(run.points),
    count(run.returnedPoints),
  ]);
  if (rows.length === 0) task.say('No run of the last 90 days took points.');
  else
    for (const line of tableLines(['run', 'environments', 'members', 'lots', 'points', 'given back'], rows))
      task.say(line);
  return {
    document: { runs: runs.map(({ runAtMs, ...run }) => ({ run: nameOf({ runAtMs }), ...run })) },
  };
};

const nameOf = ({ runAtMs }: Pick<ExpiryRun, 'runAtMs'>): string => new Date(runAtMs).toISOString();

const undo = async (
  task: CommandContext,
  db: Database,
  { flags, runAtMs }: { readonly flags: Flags; readonly runAtMs: number },
): Promise<CommandOutcome> => {
  const environmentId = await environmentOf(db, flags);
  const [run] = await listExpiryRuns(db, { environmentId, runAtMs });
  const name = nameOf({ runAtMs });
  if (run === undefined)
    throw new Fault(
      'RUN_UNKNOWN',
      `No points are known that a run of ${name} took: «loyaltyctl expire-points --runs» lists runs.`,
    );
  const nowMs = await timeOf(task, db, flags);
  const isDryRun = flags.dryRun === true;
  if (!isDryRun) await requireYes(task, undoQuestion(run), flags);
  const counts = await giveBack(task, db, { run, environmentId, nowMs, isDryRun });
  for (const line of undoLines(counts, isDryRun)) task.say(line);
  return { document: { run: name, isDryRun, ...counts } };
};

const undoQuestion = (run: ExpiryRun): string => {
  const left = run.lots - run.returnedLots;
  const points = run.points - run.returnedPoints;
  return `The run of ${nameOf(run)} took ${count(points)} points in ${count(left)} lots. Give back what is not due by now?`;
};

interface Undo {
  readonly run: ExpiryRun;
  readonly environmentId: EnvironmentId | null;
  readonly nowMs: number;
  readonly isDryRun: boolean;
}

const giveBack = async (
  task: CommandContext,
  db: Database,
  { run, environmentId, nowMs, isDryRun }: Undo,
): Promise<ReturnCounts> => {
  const counts = { lots: 0, points: 0, dueLots: 0, duePoints: 0, erasedLots: 0, tooManyLots: 0 };
  const onReturned = (more: ReturnCounts): void => {
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += more[name];
  };
  const job = createReturnPointsJob(
    { ...(await portsOf(task, db)), nowMs, isDryRun, onReturned },
    run.runAtMs,
  );
  const environments = environmentId === null ? await job.environments() : [environmentId];
  let looked = 0;
  const expected = run.lots - run.returnedLots;
  const display = showProgress(task.terminal, () => ({
    sent: looked,
    verb: 'looked at',
    stored: null,
    rejected: 0,
    expected,
  }));
  try {
    const onChunk = (taken: number): void => {
      looked = taken;
    };
    await runNow(task, db, { job, atMs: run.runAtMs, environments, onChunk });
  } finally {
    display.stop();
  }
  return counts;
};

const undoLines = (counts: ReturnCounts, isDryRun: boolean): string[] => [
  `${isDryRun ? 'To be given back' : 'Given back'}: ${count(counts.points)} points in ${count(counts.lots)} lots.`,
  ...(counts.dueLots > 0
    ? [`Due by now, they stay expired: ${count(counts.duePoints)} points in ${count(counts.dueLots)} lots.`]
    : []),
  ...(counts.erasedLots > 0 ? [`Of members who were erased since: ${count(counts.erasedLots)} lots.`] : []),
  ...(counts.tooManyLots > 0
    ? [`Left, because the balance would be too large: ${count(counts.tooManyLots)} lots.`]
    : []),
];
