import { Option, type Command } from 'commander';
import { examples, integerFrom } from '../arguments.ts';
import { applyMigrations } from '../deploy/apply-migrations.ts';
import { makeTopics, type PartitionProfile } from '../deploy/make-topics.ts';
import { registerSchemas } from '../deploy/register-schemas.ts';
import type { Session } from '../session.ts';

interface TopicFlags {
  readonly partitions?: PartitionProfile;
  readonly replication?: number;
}

interface DeployFlags extends TopicFlags {
  readonly local?: true;
}

/** `migrate`, `topics create`, `schemas register`, and `deploy`, which is the three in this order. */
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
    .addHelpText(
      'after',
      examples('deploy', 'deploy --local', 'deploy --partitions production --replication 3'),
    )
    .action(
      session.action(async (task, { local, partitions, replication }: DeployFlags) => {
        const profile = local === true ? 'local' : partitions;
        const migrations = await applyMigrations(task);
        const topics = await makeTopics(task, { partitions: profile, replication });
        const schemas = await registerSchemas(task);
        return { document: { migrations, topics, schemas } };
      }),
    );
};

const addMigrate = (program: Command, session: Session): void => {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date. Several may run at once: they take turns.')
    .addHelpText('after', examples('migrate', 'migrate --json'))
    .action(session.action(async (task) => ({ document: { migrations: await applyMigrations(task) } })));
};

const addTopics = (program: Command, session: Session): void => {
  const create = program.command('topics').description('Topics of Kafka.').command('create');
  withTopicFlags(create)
    .description(
      'Make the topics that do not exist; those that do get the settings of the catalogue, and keep their partitions.',
    )
    .addHelpText('after', examples('topics create', 'topics create --partitions production --replication 3'))
    .action(
      session.action(async (task, flags: TopicFlags) => ({
        document: { topics: await makeTopics(task, flags) },
      })),
    );
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
    );
