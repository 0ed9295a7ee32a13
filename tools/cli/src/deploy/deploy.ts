import { createHash } from 'node:crypto';
import { type Command, Option } from 'commander';
import { subjectSchemas } from '@loyalty/contracts';
import { createSchemaRegistry, storeSchema } from '@loyalty/kafka/registry';
import { allMigrations } from '@loyalty/service/migrations';
import { invariant } from '@loyalty/kernel';
import { databaseRoles, findDatabaseRoles, makeDatabaseRoles } from '@loyalty/storage/database-roles';
import { findInstallation } from '@loyalty/storage/installation';
import { migrate } from '@loyalty/storage/migrate';
import type { Migration } from '@loyalty/storage/migrations';
import { examples, integerFrom, topicsOption } from '../arguments.ts';
import { explainingDatabase, explainingRegistry, withDatabase } from '../connections.ts';
import type { CommandContext, Session } from '../session.ts';
import {
  type AdoptChoice,
  adoptOptions,
  compareInstallation,
  differenceOf,
  findRegistryId,
  giveOwnRegistryId,
  recordCompared,
  requireOwnRegistry,
} from './installation.ts';
import { checkServers, isRefused, printVerdicts, requireServers } from './server-checks.ts';
import { hasTopicDifferences, makeTopics, type TopicOptions } from './topics.ts';

interface ServerFlags {
  readonly connections?: number | undefined;
}

interface DeployFlags extends TopicOptions, AdoptChoice, ServerFlags {
  readonly local?: true;
  readonly check?: true;
}

interface MigrateFlags {
  readonly contract?: boolean;
  readonly textByBytes?: boolean;
}

/** Runs the other three in this order, and records which Kafka and registry the database belongs to. */
export const addDeployCommand = (command: Command, session: Session): void => {
  for (const option of adoptOptions()) command.addOption(option);
  withTopicFlags(command)
    .addOption(
      new Option('--local', 'use the partition counts and replication of a single machine').conflicts(
        'partitions',
      ),
    )
    .addOption(
      new Option(
        '--check',
        'write nothing; check Postgres, Kafka, the registry and Redis, and compare topics and brokers with their declarations',
      ).conflicts(['alter', 'addPartitions', 'topics', 'adoptKafka', 'adoptRegistry']),
    )
    .option(
      '--connections <n>',
      'refuse a Postgres server that allows fewer connections than all processes may have at once',
      integerFrom(1, 100_000),
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
        'deploy --adopt-kafka',
      ),
    )
    .action(
      session.action(async (task, { local, check, ...flags }: DeployFlags) => {
        const options = local === true ? { ...flags, partitions: 'local' as const } : flags;
        return check === true ? checkAll(task, options) : deployAll(task, options);
      }),
    );
};

const checkAll = async (task: CommandContext, { connections, ...options }: TopicOptions & ServerFlags) => {
  const servers = await checkServers(task, { connections, topics: options });
  printVerdicts(task, servers, { all: true });
  await findRegistryId(task);
  task.say('Registry: responds: ok.');
  const other = await differenceOf(task);
  if (other !== null) task.note(other);
  const { document, isFailure } = await topicsOutcome(task, { ...options, topics: 'check' });
  return {
    document: { servers, ...document, other },
    isFailure: isFailure || isRefused(servers) || other !== null,
  };
};

const deployAll = async (
  task: CommandContext,
  { connections, ...options }: Omit<DeployFlags, 'local' | 'check'>,
) => {
  const servers = await checkServers(task, { connections, topics: options });
  requireServers(task, servers);
  await findRegistryId(task);
  // Before anything is written, and again where the schema is new.
  const early = await compareInstallation(task, options);
  const migrations = await applyMigrations(task);
  const roles = await showRoles(task);
  const met = early ?? (await compareInstallation(task, options));
  invariant(met !== null, 'a database with the schema knows what it belongs to');
  const { document, isFailure } = await topicsOutcome(task, options);
  const schemas = await registerSchemas(task);
  const installation = await recordCompared(task, met);
  // What a machine of one broker lacks is meant.
  if (document.topics.partitions === 'production') printVerdicts(task, servers, { all: false });
  return { document: { servers, migrations, roles, ...document, schemas, installation }, isFailure };
};

/** Which have their rights from the migration. Silent where nobody has made any, as on a server of one user. */
const showRoles = async (task: CommandContext) => {
  const roles = await withDatabase(task, findDatabaseRoles);
  const { found, missing } = roles;
  if (found.length > 0) task.say(`Roles: ${found.join(', ')} have their rights.`);
  if (found.length > 0 && missing.length > 0) task.say(`Roles that do not exist: ${missing.join(', ')}.`);
  return roles;
};

/** Fails when something differs from its declaration; everything else is done nevertheless. */
const topicsOutcome = async (task: CommandContext, options: TopicOptions) => {
  const topics = await makeTopics(task, options);
  return { document: { topics }, isFailure: hasTopicDifferences(topics) };
};

export const addMigrateCommand = (command: Command, session: Session): void => {
  command
    .option(
      '--contract',
      'also run the steps that remove what older builds use; no such build may run or be deployed again',
    )
    .option(
      '--text-by-bytes',
      'also rebuild large tables whose text is sorted by a locale; stop every service first, because the tables are locked meanwhile',
    )
    .addHelpText(
      'after',
      examples('migrate', 'migrate --json', 'migrate --contract', 'migrate --text-by-bytes'),
    )
    .action(
      session.action(async (task, { contract = false, textByBytes = false }: MigrateFlags) => {
        requireServers(task, await checkServers(task));
        const options = { isContracting: contract, isStopped: textByBytes };
        return { document: { migrations: await applyMigrations(task, options) } };
      }),
    );
};

export const addTopicsCommand = (topics: Command, session: Session): void => {
  const create = topics.command('create');
  withTopicFlags(create)
    .description(
      'Create the topics that do not exist, and compare the others with their declarations. The exit code is 1 if one differs.',
    )
    .addHelpText(
      'after',
      examples('topics create', 'topics create --alter', 'topics create --add-partitions'),
    )
    .action(session.action((task, flags: TopicOptions) => topicsOutcome(task, flags)));
};

export const addSchemasCommand = (schemas: Command, session: Session): void => {
  schemas
    .command('register')
    .description('Register the schema of every topic (FULL_TRANSITIVE). A breaking change is refused.')
    .addHelpText('after', examples('schemas register'))
    .action(
      session.action(async (task) => {
        const found = await findRegistryId(task);
        const own = await withDatabase(task, findInstallation);
        if (own !== null) requireOwnRegistry(own, found);
        const schemas = await registerSchemas(task);
        // A registry that lost its data gets its id back, behind the schemas: their ids stay the same.
        if (own?.registryId != null && found === null) await giveOwnRegistryId(task, own);
        return { document: { schemas } };
      }),
    );
};

const withTopicFlags = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--partitions <profile>',
        'which partition counts of the catalogue to use (default: local on a cluster of one broker, otherwise production)',
      ).choices(['local', 'production']),
    )
    .option(
      '--replication <n>',
      'the number of copies of each partition (default: 1 with local counts, otherwise 3)',
      integerFrom(1, 10),
    )
    .addOption(topicsOption())
    .addOption(
      new Option('--alter', 'change the settings of topics that differ from their declarations').conflicts(
        'topics',
      ),
    )
    .addOption(
      new Option(
        '--add-partitions',
        'add partitions where there are fewer than declared; this moves members to other partitions',
      ).conflicts('topics'),
    );

export const addRolesCommand = (roles: Command, session: Session): void => {
  roles
    .command('create')
    .description(
      `Create the roles ${databaseRoles.migrate} (for deploy and migrate; it owns the tables), one role for each service (with what its statements need), ${databaseRoles.app} (for any service), ${databaseRoles.check} (for the nightly check) and ${databaseRoles.read} (for people; it sees no codes, secrets or personal data), and grant them their rights. Safe to repeat; rights that this release no longer needs are revoked. DATABASE_URL must name a user who may create roles. Afterwards, give each role a password.`,
    )
    .addHelpText('after', examples('roles create'))
    .action(
      session.action(async (task) => {
        const url = task.addresses.databaseUrl();
        const roles = await explainingDatabase(url, () => makeDatabaseRoles(url));
        task.say(`Roles ${roles.join(', ')}: created, with their rights on this database.`);
        return { document: { roles } };
      }),
    );
};

/** Returns only steps that were run now. */
const applyMigrations = async (
  task: CommandContext,
  { isContracting = false, isStopped = false } = {},
): Promise<readonly string[]> => {
  const url = task.addresses.databaseUrl();
  const migrations = await explainingDatabase(url, () =>
    migrate(url, allMigrations, {
      isContracting,
      isStopped,
      onPostponed: (names) => {
        task.note(`Left for \`migrate --contract\`, once no older build runs: ${names.join(', ')}.`);
      },
      onReordered: (table) => {
        task.note(`The text of ${table} is now sorted by bytes.`);
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

/**
 * Returns the SHA-256 of a step, in hex. A released step never changes: `deploy/releases.json` keeps this
 * hash.
 */
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
