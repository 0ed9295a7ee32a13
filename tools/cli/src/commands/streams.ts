import type { Command } from 'commander';
import { evaluateRequestCodec, subjectOf } from '@loyalty/contracts';
import {
  alterTopics,
  type ChangedSetting,
  createTopics,
  grantAccess,
  surveyTopics,
  type TopicSettings,
  type TopicsSurvey,
} from '@loyalty/kafka/admin';
import { describeCluster } from '@loyalty/kafka/metadata';
import { Fault, shownUrl } from '@loyalty/kernel';
import {
  enableStream,
  type EnableStreamResult,
  listStreams,
  type TenantStream,
  tenantStreamsMax,
} from '@loyalty/tables/tenants';
import { streamAccess } from '../access/access-table.ts';
import { type EnvironmentName, examples, modeOption, tenantOption, topicsOption } from '../arguments.ts';
import { createOwnRegistry, explainingRegistry, withDatabase, withOwnKafka } from '../connections.ts';
import { printChanges, streamConfig, type TopicOwner } from '../deploy/topics.ts';
import { requireEnvironmentId } from '../environments.ts';
import { type EntityWrite, publishingDatabase } from '../published-writes.ts';
import type { CommandContext, Session } from '../session.ts';
import { addStreamOutCommands } from '../stream-outs/stream-out-commands.ts';
import { tableLines } from '../terminal.ts';

export const addStreamCommands = (streams: Command, session: Session): void => {
  addEnable(streams, session);
  addList(streams, session);
  addStreamOutCommands(streams, session);
};

interface EnableFlags extends EnvironmentName {
  readonly topics?: TopicOwner;
  readonly principal?: string;
}

const addEnable = (streams: Command, session: Session): void => {
  streams
    .command('enable')
    .description(
      `Give an environment a topic of its own, which the engine starts to read within seconds. Safe to repeat. A database may have at most ${tenantStreamsMax.toString()} of them.`,
    )
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addOption(topicsOption())
    .option(
      '--principal <principal>',
      'the principal of the producer in Kafka, such as User:grocer; it is allowed to write to the topic, and nothing else',
    )
    .addHelpText('after', examples('stream enable --tenant 0198c0de-0000-7000-8000-000000000001 --mode live'))
    .action(
      session.action(async (task, flags: EnableFlags) => {
        const { topics: owner = 'create', principal, ...environment } = flags;
        const enabled = await enableTenantStream(task, { ...environment, owner });
        if (principal !== undefined)
          await withOwnKafka(task, (kafka) => grantAccess(kafka, [streamAccess(principal, enabled.topic)]));
        print(task, enabled);
        return { document: enabled };
      }),
    );
};

const print = (task: CommandContext, enabled: EnabledStream): void => {
  const { topic, isNew, brokers, schemaRegistryUrl, subject, schemaId } = enabled;
  task.say(`Stream ${topic} is ${isNew ? 'enabled' : 'already enabled'}.`);
  task.say(`  brokers    ${brokers.join(',')}`);
  task.say(`  registry   ${schemaRegistryUrl}`);
  task.say(`  subject    ${subject}, schema ${schemaId.toString()}`);
  task.say('  key        your reference of the member, so that the receipts of each member stay in order');
  printChanges(task, enabled.changed);
  task.say(
    'Producers in Python and Java are in docs/integration.md, «Receipts by Kafka». They read these variables:',
  );
  task.say(`  export STREAM_TOPIC='${topic}'`);
  task.say(`  export KAFKA_BROKERS='${brokers.join(',')}'`);
  task.say(`  export SCHEMA_REGISTRY_URL='${schemaRegistryUrl}'`);
};

const addList = (streams: Command, session: Session): void => {
  streams
    .command('list')
    .description('List all streams, oldest first.')
    .addHelpText('after', examples('stream list', 'stream list --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          const all = await listStreams(db);
          const rows = all.map(({ tenantId, mode, createdAt, topic }) => [tenantId, mode, createdAt, topic]);
          for (const line of tableLines(['tenant', 'mode', 'enabled', 'topic'], rows)) task.say(line);
          return { document: { streams: all } };
        }),
      ),
    );
};

interface EnabledStream extends TenantStream {
  readonly isNew: boolean;
  readonly changed: readonly ChangedSetting[];
  readonly brokers: readonly string[];
  readonly schemaRegistryUrl: string;
  readonly subject: string;
  readonly schemaId: number;
}

/** Receipts keep their order within a partition. Three partitions let one tenant use several engines. */
const partitions = 3;
const productionReplication = 3;

/**
 * First the row, which enforces the limit; then the topic; then the schema under its own subject. A repeat
 * completes an interrupted run. An existing topic gets the declared settings.
 */
const enableTenantStream = (
  task: CommandContext,
  { owner, ...environment }: EnvironmentName & { readonly owner: TopicOwner },
): Promise<EnabledStream> =>
  withDatabase(task, async (db) => {
    await requireEnvironmentId(db, environment);
    const publishing = await publishingDatabase(task, db, writtenStream);
    const enabled = await enableStream(publishing, { tenantId: environment.tenant, mode: environment.mode });
    if (enabled.outcome === 'refused') throw refusal(enabled.reason);
    const { stream, isNew } = enabled;
    return {
      ...stream,
      isNew,
      ...(await provideStream(task, stream.topic, owner)),
      brokers: task.addresses.kafkaBrokers(),
      schemaRegistryUrl: shownUrl(task.addresses.schemaRegistryUrl()),
    };
  });

export const provideStream = async (
  task: CommandContext,
  topic: string,
  owner: TopicOwner,
): Promise<Pick<EnabledStream, 'changed' | 'subject' | 'schemaId'>> => {
  const changed = await provideTopic(task, topic, owner);
  const subject = subjectOf(topic);
  return { changed, subject, schemaId: await registerSchema(task, subject) };
};

const writtenStream = (result: unknown): EntityWrite | null => {
  const enabled = result as EnableStreamResult;
  if (enabled.outcome === 'refused' || !enabled.isNew) return null;
  const { environmentId, tenantId, topic: entityId, createdAt: updatedAt } = enabled.stream;
  const body = enabled.stream;
  return {
    environmentId,
    tenantId,
    kind: 'stream',
    entityId,
    action: 'created',
    body,
    before: null,
    updatedAt,
  };
};

const refusal = (reason: 'ENVIRONMENT_NOT_FOUND' | 'TOO_MANY_STREAMS'): Fault =>
  reason === 'TOO_MANY_STREAMS'
    ? new Fault(
        reason,
        `There are ${tenantStreamsMax.toString()} streams already: a further one needs another cell.`,
      )
    : new Fault(reason, 'The environment no longer exists.');

const provideTopic = (
  task: CommandContext,
  name: string,
  owner: TopicOwner,
): Promise<readonly ChangedSetting[]> =>
  withOwnKafka(task, async (kafka) => {
    const { brokerCount } = await describeCluster(kafka);
    const replicationFactor = Math.min(brokerCount, productionReplication);
    const topic: TopicSettings = { name, partitions, replicationFactor, config: streamConfig };
    if (owner === 'check')
      return requireTopic(topic, await surveyTopics(kafka, [{ ...topic, partitions: null }]));
    await createTopics(kafka, [topic]);
    return alterTopics(kafka, [topic]);
  });

/** Others create topics here: this one must exist, as it is declared. */
const requireTopic = (topic: TopicSettings, survey: TopicsSurvey): readonly ChangedSetting[] => {
  if (survey.missing.length + survey.differences.length === 0) return [];
  const config = Object.entries(topic.config).map(([name, value]) => `${name}=${value}`);
  const place = `${topic.partitions.toString()} partitions, ${topic.replicationFactor.toString()} copies`;
  const found = survey.differences.map(({ setting, is }) => `${setting} is ${is}`).join(', ');
  throw new Fault(
    'TOPIC_DIFFERS',
    `${topic.name} ${found === '' ? 'is missing' : `differs (${found})`}: create it with ${place} and ${config.join(', ')}, then run this command again.`,
  );
};

const registerSchema = (task: CommandContext, subject: string): Promise<number> =>
  explainingRegistry(task.addresses.schemaRegistryUrl(), () =>
    createOwnRegistry(task).register(subject, evaluateRequestCodec.schemaText),
  );
