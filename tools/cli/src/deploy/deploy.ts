import { createHash } from 'node:crypto';
import { type Command, Option } from 'commander';
import { subjectSchemas } from '@loyalty/contracts';
import { createSchemaRegistry, storeSchema } from '@loyalty/kafka/registry';
import { allMigrations } from '@loyalty/service/migrations';
import { databaseRoles, makeDatabaseRoles } from '@loyalty/storage/database-roles';
import { migrate } from '@loyalty/storage/migrate';
import type { Migration } from '@loyalty/storage/migrations';
import { examples, integerFrom, topicsOption } from '../arguments.ts';
import { explainingDatabase, explainingRegistry, withDatabase } from '../connections.ts';
import type { CommandContext, Session } from '../session.ts';
import { hasTopicDifferences, makeTopics, type TopicOptions } from './topics.ts';

interface DeployFlags extends TopicOptions {
  readonly local?: true;
  readonly check?: true;
}

/** `deploy` runs the other three in this order. */
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
  return { document: { topics }, isFailure: hasTopicDifferences(topics) };
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

export const addRolesCommands = (program: Command, session: Session): void => {
  program
    .command('roles')
    .description('Roles of the database.')
    .command('create')
    .description(
      `Make ${databaseRoles.migrate} (deploy and migrate: owns the tables), a role for each service (what its statements need), ${databaseRoles.app} (any service), ${databaseRoles.check} (the nightly check) and ${databaseRoles.read} (people: no code, no secret, nothing personal), with their rights. Safe to repeat; takes from services what this release no longer needs. DATABASE_URL names who may make roles. Give each a password then.`,
    )
    .addHelpText('after', examples('roles create'))
    .action(
      session.action(async (task) => {
        const url = task.addresses.databaseUrl();
        const roles = await explainingDatabase(url, () => makeDatabaseRoles(url));
        task.say(`${roles.join(', ')}: made, with their rights on this database.`);
        return { document: { roles } };
      }),
    );
};

/** Returns only steps that were run now. */
const applyMigrations = async (
  task: CommandContext,
  { isContracting = false } = {},
): Promise<readonly string[]> => {
  const url = task.addresses.databaseUrl();
  const migrations = await explainingDatabase(url, () =>
    migrate(url, allMigrations, {
      isContracting,
      onPostponed: (names) => {
        task.note(`For \`migrate --contract\`, once no older build runs: ${names.join(', ')}.`);
      },
      onLocked: (text) => {
        task.note(text);
      },
    }),
  );
  task.say(
    migrations.length === 0
      ? 'Schema: up to date.'
      : `Schema: ${migrations.join(', ')} ${migrations.length === 1 ? 'was' : 'were'} applied.`,
  );
  return migrations;
};

/** SHA-256, hex. A released step never changes: `deploy/releases.json` keeps this hash. */
export const hashOfStep = ({ sql }: Migration): string =>
  createHash('sha256').update(JSON.stringify(sql)).digest('hex');

export interface RegisteredSchema {
  readonly subject: string;
  readonly id: number;
}

/**
 * FULL_TRANSITIVE, in the catalogue's order: a registry that lost its data gives the same ids again, and
 * stored messages stay readable. Services read the ids from the database, so that they start without it.
 */
const registerSchemas = async (task: CommandContext): Promise<readonly RegisteredSchema[]> => {
  const address = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(address);
  const registered: (RegisteredSchema & { readonly schemaText: string })[] = [];
  for (const { subject, schemaText } of subjectSchemas) {
    const id = await explainingRegistry(address, () => registry.register(subject, schemaText));
    registered.push({ subject, schemaText, id });
  }
  await withDatabase(task, async (database) => {
    for (const { subject, schemaText, id } of registered)
      await storeSchema({ address, database }, { subject, schemaText, schemaId: id });
  });
  task.say(`Schemas: ${registered.map(({ subject, id }) => `${subject} is ${id.toString()}`).join(', ')}.`);
  return registered;
};
