import { Option, type Command } from 'commander';
import { examples, integerFrom, topicsOption } from '../arguments.ts';
import { applyMigrations } from '../deploy/apply-migrations.ts';
import { makeTopics, type TopicOptions } from '../deploy/make-topics.ts';
import { registerSchemas } from '../deploy/register-schemas.ts';
import { isAmiss } from '../deploy/topics-report.ts';
import type { Session, CommandContext } from '../session.ts';

interface DeployFlags extends TopicOptions {
  readonly local?: true;
  readonly check?: true;
}

/** `migrate`, `topics create`, `schemas register`, and `deploy`, which runs the three in this order. */
export const addDeployCommands = (program: Command, session: Session): void => {
  addDeploy(program, session);
  addMigrate(program, session);
  addTopics(program, session);
  addSchemas(program, session);
};

const addDeploy = (program: Command, session: Session): void => {
  const deploy = program.command('deploy');
  withTopicFlags(deploy)
    .description(
      'Everything before services start: migrate, topics create, schemas register. Safe to repeat.',
    )
    .addOption(
      new Option('--local', 'partition counts and replication of one machine').conflicts('partitions'),
    )
    .addOption(
      new Option('--check', 'write nothing: compare topics and brokers with what is declared').conflicts([
        'alter',
        'addPartitions',
        'topics',
      ]),
    )
    .addHelpText(
      'after',
      examples(
        'deploy',
        'deploy --local',
        'deploy --partitions production --replication 3',
        'deploy --check',
        'deploy --alter',
        'deploy --topics check',
      ),
    )
    .action(
      session.action(async (task, { local, check, ...flags }: DeployFlags) => {
        const options = local === true ? { ...flags, partitions: 'local' as const } : flags;
        if (check === true) return topicsOutcome(task, { ...options, topics: 'check' });
        const migrations = await applyMigrations(task);
        const { document, isFailure } = await topicsOutcome(task, options);
        const schemas = await registerSchemas(task);
        return { document: { migrations, ...document, schemas }, isFailure };
      }),
    );
};

/** Fails when something differs from its declaration; everything else is done nevertheless. */
const topicsOutcome = async (task: CommandContext, options: TopicOptions) => {
  const topics = await makeTopics(task, options);
  return { document: { topics }, isFailure: isAmiss(topics) };
};

const addMigrate = (program: Command, session: Session): void => {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date. Several may run at once: they take turns.')
    .option(
      '--contract',
      'also the steps that take away what older builds use: none of them runs, nor will be deployed again',
    )
    .addHelpText('after', examples('migrate', 'migrate --json', 'migrate --contract'))
    .action(
      session.action(async (task, { contract = false }: { readonly contract?: boolean }) => ({
        document: { migrations: await applyMigrations(task, { isContracting: contract }) },
      })),
    );
};

const addTopics = (program: Command, session: Session): void => {
  const create = program.command('topics').description('Topics of Kafka.').command('create');
  withTopicFlags(create)
    .description(
      'Make the topics that do not exist, and compare those that do with what is declared; exit code 1 where one differs.',
    )
    .addHelpText(
      'after',
      examples('topics create', 'topics create --alter', 'topics create --add-partitions'),
    )
    .action(session.action((task, flags: TopicOptions) => topicsOutcome(task, flags)));
};

const addSchemas = (program: Command, session: Session): void => {
  program
    .command('schemas')
    .description('Schemas in the registry.')
    .command('register')
    .description('Register the schema of every topic (FULL_TRANSITIVE); a breaking change is refused.')
    .addHelpText('after', examples('schemas register'))
    .action(session.action(async (task) => ({ document: { schemas: await registerSchemas(task) } })));
};

const withTopicFlags = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--partitions <profile>',
        'partition counts of the catalogue (default: local on a cluster of one broker, otherwise production)',
      ).choices(['local', 'production']),
    )
    .option(
      '--replication <n>',
      'copies of each partition (default: 1 with local counts, otherwise 3)',
      integerFrom(1, 10),
    )
    .addOption(topicsOption())
    .addOption(
      new Option('--alter', 'change settings of topics that differ from what is declared').conflicts(
        'topics',
      ),
    )
    .addOption(
      new Option(
        '--add-partitions',
        'add partitions where there are fewer than declared; members change partition',
      ).conflicts('topics'),
    );
