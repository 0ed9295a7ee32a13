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
import { readClosedEnvironments } from '@loyalty/tables/cells';
import {
  createExpirePointsJob,
  createReturnPointsJob,
  type ExpiryRun,
  listExpiryRuns,
  type ReturnCounts,
} from '@loyalty/tables/jobs';
import { createSnapshots } from '@loyalty/tables/snapshot';
import { examples, modeOption, parseInstant, tenantOption } from '../arguments.ts';
import { readComparedTime } from '../clock-difference.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
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
A job does this every night at 01:00 UTC. It removes all points that are due at the given time from the balances, with one
ledger entry for each lot, and publishes the fact points.expired. Running it again changes nothing.

The time is that of the database, unless you pass --at. If the clock of the database differs from those of the brokers by
more than two minutes, nothing is done without --at.

A run is named by its time. --undo gives back the points that a run expired too early, with one ADJUST entry for each lot.
The lots are then as they were before. Points that are due by now stay expired, and running it again gives back nothing
more. The record of what a run expired is kept for 90 days.
`;

/** Adds the command that expires points (D49, D132, D137). */
export const addExpirePointsCommand = (command: Command, session: Session): void => {
  command
    .option(
      '--at <time>',
      'expire what is due by then, such as 2026-03-31T23:59:59Z (default: now)',
      parseInstant,
    )
    .addOption(
      new Option('--undo <run>', 'give back the points that the run of that time expired')
        .argParser(parseInstant)
        .conflicts('runs'),
    )
    .option('--runs', 'list the runs of the last 90 days that expired points')
    .option('--dry-run', 'with --undo: only count what would be given back')
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
  if (dryRun === true) throw new UsageFault('--dry-run works only with --undo: name the run to undo.');
  return withDatabase(task, (db) => expire(task, db, flags), sessionLimits);
};

/** Throws a Fault while nothing may be destroyed by the database's clock, unless a time is given. */
const timeOf = async (task: CommandContext, db: Database, { at }: Flags): Promise<number> => {
  if (at !== undefined) return at;
  const { nowMs, difference } = await readComparedTime(task, db);
  if (difference === null) return nowMs;
  const wayOut = 'Correct the clocks, or pass the right time with --at.';
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
      task.note(`Member ${memberId} was skipped (${message}): «loyaltyctl check» shows details.`);
    },
  });
  const environments = only === null ? await job.environments() : [only];
  const taken = await runNow(task, db, { job, atMs, environments, onChunk: progressOf(task) });
  const at = new Date(atMs).toISOString();
  task.say(
    `All points that were due by ${at} have expired; ${count(taken)} members and days were processed.`,
  );
  return { document: { at, environments: environments.length, taken } };
};

const question = (atMs: number): string =>
  `${new Date(atMs).toISOString()} is in the future, so members would lose points too early. Expire them?`;

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
    task.note('expire-points is already running elsewhere: waiting for it to finish …');
  };
  const taken = await runJobNow({ ...once, store, clock: systemClock, onWait });
  if (taken !== null) return taken;
  throw new Fault(
    'RUNS_ELSEWHERE',
    'expire-points is still running elsewhere: try again when it has finished.',
  );
};

const environmentOf = async (db: Database, { tenant, mode }: Flags): Promise<EnvironmentId | null> => {
  if (tenant === undefined && mode === undefined) return null;
  if (tenant === undefined || mode === undefined)
    throw new UsageFault('--tenant and --mode together name one environment: pass both, or neither.');
  return requireEnvironmentId(db, { tenant, mode });
};

const lineEveryMs = 5_000;

const progressOf = (task: CommandContext): ((taken: number) => void) => {
  let saidAtMs = systemClock.now();
  return (taken) => {
    const nowMs = systemClock.now();
    if (nowMs - saidAtMs < lineEveryMs) return;
    saidAtMs = nowMs;
    task.note(`${count(taken)} processed …`);
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
  if (rows.length === 0) task.say('No run of the last 90 days expired points.');
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
      `There is no run of ${name} that expired points: «loyaltyctl expire-points --runs» lists all runs.`,
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
  return `The run of ${nameOf(run)} expired ${count(points)} points in ${count(left)} lots. Give back those that are not due yet?`;
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
  const counts = {
    lots: 0,
    points: 0,
    dueLots: 0,
    duePoints: 0,
    erasedLots: 0,
    mergedLots: 0,
    tooManyLots: 0,
  };
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
    verb: 'processed',
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
  `${isDryRun ? 'Would be given back' : 'Given back'}: ${count(counts.points)} points in ${count(counts.lots)} lots.`,
  ...(counts.dueLots > 0
    ? [
        `Due by now, so they stay expired: ${count(counts.duePoints)} points in ${count(counts.dueLots)} lots.`,
      ]
    : []),
  ...(counts.mergedLots > 0
    ? [`Not given back, because the member was merged into another one: ${count(counts.mergedLots)} lots.`]
    : []),
  ...(counts.erasedLots > 0
    ? [`Not given back, because the member was erased meanwhile: ${count(counts.erasedLots)} lots.`]
    : []),
  ...(counts.tooManyLots > 0
    ? [`Not given back, because the balance would become too large: ${count(counts.tooManyLots)} lots.`]
    : []),
];
