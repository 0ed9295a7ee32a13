import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { examples, integerFrom, parseInstant } from '../arguments.ts';
import { requireYes, yesOption } from '../confirmation.ts';
import { readErasuresFile } from '../erasures/erasures-file.ts';
import { atDesk, type Desk } from '../positions/at-desk.ts';
import { carryOut } from '../restore/carry-out.ts';
import { findLoss, isWhole } from '../restore/find-loss.ts';
import { countMissing, lossDocument, lossLines } from '../restore/loss-report.ts';
import { missingTopicsOf, planDocument, planLines } from '../restore/plan-lines.ts';
import { planRestore, type RestoreOrder } from '../restore/plan-restore.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';

/** `restore verify` and `restore prepare`. */
export const addRestoreCommands = (program: Command, session: Session): void => {
  const restore = program
    .command('restore')
    .description('After the database was restored from a backup: docs/runbooks/restore.md has the order.');
  addVerify(restore, session);
  addPrepare(restore, session);
};

const sinceOption = (): Option =>
  new Option('--since <time>', 'the time to which the database was restored')
    .argParser(parseInstant)
    .makeOptionMandatory();

const addVerify = (restore: Command, session: Session): void => {
  restore
    .command('verify')
    .addOption(sinceOption())
    .description(
      'List what was published since then and is not true in this database: writes of calls, redeems, receipts. Writes nothing. ' +
        'Exit code 1 while anything is missing.',
    )
    .addHelpText(
      'after',
      `
Before engines start it lists everything since then: engines read most of it again. Once they have caught up it lists what is
gone for good.
` +
        examples(
          'restore verify --since 2026-03-31T22:15:00Z',
          'restore verify --since 2026-03-31T22:15:00Z --json',
        ),
    )
    .action(
      session.action((task, { since }: { readonly since: number }) =>
        atDesk(task, async (desk) => {
          const loss = await findLoss(task, desk, since);
          for (const line of lossLines(loss)) task.say(line);
          return { document: lossDocument(loss), isFailure: countMissing(loss) > 0 || !isWhole(loss) };
        }),
      ),
    );
};

interface PrepareFlags {
  readonly since: number;
  readonly erasures?: string;
  readonly withoutErasuresFile?: true;
  readonly skipCodes?: number;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** More than any pool has. */
const skipCodesMax = 1_000_000_000;

const addPrepare = (restore: Command, session: Session): void => {
  restore
    .command('prepare')
    .addOption(sinceOption())
    .option('--erasures <file>', 'a file of «erasures export»; needed where Kafka may lack erasures')
    .addOption(
      new Option('--without-erasures-file', 'there is no such file: erasures may be lost').conflicts(
        'erasures',
      ),
    )
    .option(
      '--skip-codes <n>',
      'codes to skip of each pool besides those that facts name; needed where Kafka may lack facts',
      integerFrom(0, skipCodesMax),
    )
    .addOption(new Option('--dry-run', 'only show what would be done').conflicts('yes'))
    .addOption(yesOption())
    .description(
      'Before services start on a restored database: erase and revoke again, number environments and draw codes past what was ' +
        'given since then, place positions on this Kafka cluster, compare the facts, and open the database. Safe to repeat.',
    )
    .addHelpText(
      'after',
      examples(
        'restore prepare --since 2026-03-31T22:15:00Z --erasures erasures.ndjson --dry-run',
        'restore prepare --since 2026-03-31T22:15:00Z --erasures erasures.ndjson --yes',
        'restore prepare --since 2026-03-31T22:15:00Z --erasures erasures.ndjson --skip-codes 5000 --yes',
      ),
    )
    .action(
      session.action((task, flags: PrepareFlags) => atDesk(task, (desk) => prepare(task, desk, flags))),
    );
};

const orderOf = (task: CommandContext, flags: PrepareFlags): RestoreOrder => ({
  sinceMs: flags.since,
  fromFile: flags.erasures === undefined ? null : readErasuresFile(resolve(task.folder, flags.erasures)),
  isWithoutFile: flags.withoutErasuresFile === true,
  skipCodes: flags.skipCodes ?? null,
  isDryRun: flags.dryRun === true,
});

const prepare = async (task: CommandContext, desk: Desk, flags: PrepareFlags): Promise<CommandOutcome> => {
  const plan = await planRestore(task, desk, orderOf(task, flags));
  for (const line of planLines(plan)) task.say(line);
  const isFailure = missingTopicsOf(plan).length > 0;
  if (isFailure)
    task.note('Make the missing topics («loyaltyctl deploy»), then come again. Nothing was done.');
  if (isFailure || flags.dryRun === true)
    return { document: { plan: planDocument(plan), done: null }, isFailure };
  await requireYes(task, 'Prepare this database? Nobody may use it meanwhile.', flags);
  const done = await carryOut(task, desk, plan);
  return { document: { plan: planDocument(plan), done } };
};
