import type { Command } from 'commander';
import { createPostgresJobStore } from '@loyalty/jobs';
import { runJobNow } from '@loyalty/jobs/run-job-now';
import { type EnvironmentId, Fault, systemClock } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { AdvisoryLocks, type Database, sessionLimits } from '@loyalty/storage';
import { unownedFactOutbox } from '@loyalty/streams/outbox';
import { createExpirePointsJob } from '@loyalty/tables/jobs';
import { createSnapshots } from '@loyalty/tables/snapshot';
import { readClosedEnvironments } from '@loyalty/tables/tenants/cells';
import { examples, modeOption, parseInstant, requireEnvironmentId, tenantOption } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import { count } from '../progress.ts';
import { factWriterOf } from '../published-writes.ts';
import { type CommandContext, type CommandOutcome, requireYes, type Session, yesOption } from '../session.ts';

interface Flags {
  readonly at?: number;
  readonly tenant?: string;
  readonly mode?: Mode;
  readonly yes?: true;
}

const explanation = `
Engines do this every night at 01:00 UTC. Points that are due at the given time or before are taken off the balances, with an entry
for each lot; a repeat changes nothing. The fact points.expired announces each.
`;

/** D49. */
export const addExpirePointsCommand = (program: Command, session: Session): void => {
  program
    .command('expire-points')
    .description('Expire the points that are due.')
    .option('--at <time>', 'what is due by then, as in 2026-03-31T23:59:59Z (default: now)', parseInstant)
    .addOption(tenantOption())
    .addOption(modeOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      explanation +
        examples('expire-points', 'expire-points --at 2026-12-31T23:59:59.999Z --tenant … --mode test --yes'),
    )
    .action(
      session.action(async (task, flags: Flags) => {
        const nowMs = systemClock.now();
        const { at: atMs = nowMs } = flags;
        if (atMs > nowMs) await requireYes(task, question(atMs), flags);
        return withDatabase(task, (db) => expire(task, db, { flags, atMs }), sessionLimits);
      }),
    );
};

const question = (atMs: number): string =>
  `${new Date(atMs).toISOString()} is in the future: members lose points before their time. Expire them?`;

const expire = async (
  task: CommandContext,
  db: Database,
  { flags, atMs }: { readonly flags: Flags; readonly atMs: number },
): Promise<CommandOutcome> => {
  const only = await environmentOf(db, flags);
  const writer = await factWriterOf(task);
  const snapshots = createSnapshots({ db });
  const job = createExpirePointsJob({
    db,
    clock: systemClock,
    outbox: unownedFactOutbox,
    writer,
    configuration: { loadAny: (environmentId) => snapshots.get(environmentId, 1) },
    onPassedOver: ({ memberId }, { message }) => {
      task.note(`Member ${memberId} is passed over (${message}): «loyaltyctl check» tells more.`);
    },
  });
  const environments = only === null ? await job.environments() : [only];
  const store = createPostgresJobStore({
    database: db,
    locks: new AdvisoryLocks(task.addresses.databaseUrl()),
    readClosed: readClosedEnvironments,
  });
  const onWait = (): void => {
    task.note('expire-points is running elsewhere: waiting until that has ended …');
  };
  const run = { job, store, clock: systemClock, atMs, environments, onChunk: progressOf(task), onWait };
  const taken = await runJobNow(run);
  if (taken === null)
    throw new Fault('RUNS_ELSEWHERE', 'expire-points is running elsewhere: try again when that has ended.');
  const at = new Date(atMs).toISOString();
  task.say(`What was due by ${at} has expired; ${count(taken)} members and days were looked at.`);
  return { document: { at, environments: environments.length, taken } };
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
