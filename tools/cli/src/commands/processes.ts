import { Argument, type Command, InvalidArgumentError } from 'commander';
import { engineServices, followerServices } from '@loyalty/contracts';
import { systemClock, textOf } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import { type ListedProcess, listProcesses } from '@loyalty/storage/processes';
import { durationOption, examples } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

export const addProcessCommand = (command: Command, session: Session): void => {
  command.addHelpText('after', examples('processes', 'processes --json')).action(
    session.action(async (task) => {
      const processes = await withDatabase(task, listProcesses);
      print(task, processes);
      return { document: { processes } };
    }),
  );
};

const print = (task: CommandContext, processes: readonly ListedProcess[]): void => {
  if (processes.length === 0) {
    task.say('No process is running.');
    return;
  }
  const rows = processes.map(({ service, version, rulesVersion, schema, startedAt }) => [
    service,
    version,
    rulesVersion.toString(),
    schema,
    startedAt.toISOString(),
  ]);
  for (const line of tableLines(['service', 'release', 'rules', 'newest migration', 'started'], rows))
    task.say(line);
};

const kinds = { followers: followerServices, engines: engineServices };
type ServiceKind = keyof typeof kinds;

interface WaitFlags {
  readonly timeout: number;
  readonly services?: readonly string[];
  readonly continue?: boolean;
}

/** Adds the command for the order of a rollout: a process that starts before another one waits for it. */
export const addWaitForCommand = (command: Command, session: Session): void => {
  command
    .addArgument(new Argument('<kind>', 'the kind of services').choices(Object.keys(kinds)))
    .addOption(durationOption('--timeout <duration>', 'how long to wait', '10m'))
    .option(
      '--services <names>',
      'only these services of that kind, separated by commas (default: all)',
      namesIn,
    )
    .option('--continue', 'exit with code 0 even if the time runs out, for a process that may start anyway')
    .addHelpText(
      'after',
      examples('wait-for engines --timeout 10m', 'wait-for followers --services fulfilment --continue'),
    )
    .action(session.action((task, kind: ServiceKind, flags: WaitFlags) => waitFor(task, kind, flags)));
};

const namesIn = (text: string): readonly string[] => {
  const names = text.split(',').filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new InvalidArgumentError('It must name at least one service.');
};

const everyMs = 2_000;

const waitFor = async (
  task: CommandContext,
  kind: ServiceKind,
  flags: WaitFlags,
): Promise<CommandOutcome> => {
  const services = servicesOf(kind, flags);
  // A wrong address is refused now: it would not get better by waiting.
  task.addresses.databaseUrl();
  const deadlineMs = performance.now() + flags.timeout * 1_000;
  let noted = '';
  for (;;) {
    const missing = await missingNow(task, services);
    if (missing.length === 0) return reached(task, services);
    const line = `waiting for ${missing.join('; ')}`;
    if (line !== noted) task.note(line);
    noted = line;
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) return timedOut(task, missing, flags);
    await systemClock.sleep(Math.min(everyMs, leftMs));
  }
};

const servicesOf = (kind: ServiceKind, { services = kinds[kind] }: WaitFlags): readonly string[] => {
  const strange = services.find((service) => !kinds[kind].includes(service));
  if (strange === undefined) return services;
  throw new UsageFault(`«${strange}» is not one of the ${kind}, which are ${kinds[kind].join(', ')}.`);
};

/** A phrase for each. A database that is unavailable, or has no schema, is waited for as well. */
const missingNow = async (task: CommandContext, services: readonly string[]): Promise<readonly string[]> => {
  try {
    return missingOf(await withDatabase(task, listProcesses), services);
  } catch (failure) {
    return [`the database (${textOf(failure)})`];
  }
};

const missingOf = (processes: readonly ListedProcess[], services: readonly string[]): readonly string[] =>
  services.flatMap((service) => {
    const versions = processes
      .filter((process) => process.service === service)
      .map((process) => process.rulesVersion);
    if (versions.some((version) => version >= rulesVersion)) return [];
    if (versions.length === 0) return [`${service}, which has no running process`];
    return [`${service}, which runs rules ${Math.max(...versions).toString()}`];
  });

const reached = (task: CommandContext, services: readonly string[]): CommandOutcome => {
  task.say(`${services.join(', ')}: rules ${rulesVersion.toString()} or newer.`);
  return { document: { rulesVersion, services, missing: [] } };
};

const timedOut = (
  task: CommandContext,
  missing: readonly string[],
  { timeout, services = [], continue: isContinuing = false }: WaitFlags,
): CommandOutcome => {
  const then = isContinuing ? 'continuing anyway' : 'giving up';
  task.note(`${timeout.toString()} s have passed: ${then}`);
  return { document: { rulesVersion, services, missing }, isFailure: !isContinuing };
};
