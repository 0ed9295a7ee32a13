import { evaluateRequestCodec, subjectOf } from '@loyalty/contracts';
import { Fault, shownUrl } from '@loyalty/kernel';
import {
  alterTopics,
  createSchemaRegistry,
  createTopics,
  describeCluster,
  surveyTopics,
  type ChangedSetting,
  type TopicSettings,
  type TopicsSurvey,
} from '@loyalty/messaging';
import {
  enableStream,
  tenantStreamsMax,
  type EnableStreamResult,
  type TenantStream,
} from '@loyalty/configuration';
import { streamConfig, type TopicOwner } from '../deploy/make-topics.ts';
import { explainingRegistry } from '../explaining-registry.ts';
import { requireEnvironmentId, type EnvironmentName } from '../find-environment.ts';
import type { CommandContext } from '../session.ts';
import { publishingDatabase, type ManagementDatabase } from '../management-database.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';

/** A stream, and the settings that its producer needs. */
export interface EnabledStream extends TenantStream {
  readonly isNew: boolean;
  /** Settings of its topic that were changed. */
  readonly changed: readonly ChangedSetting[];
  readonly brokers: readonly string[];
  readonly schemaRegistryUrl: string;
  readonly subject: string;
  readonly schemaId: number;
}

/** A member's receipts keep their order within a partition. Three partitions let one tenant use several engines. */
const partitions = 3;
const productionReplication = 3;

/**
 * Creates the stream of an environment: the row in the database, which enforces the limit; then the topic; then the schema under
 * the topic's own subject. A repeat completes an interrupted run. An existing topic gets the declared settings.
 */
export const enableTenantStream = (
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

/** Creates the topic of a stream as it is declared, and registers the schema under its subject. */
export const provideStream = async (
  task: CommandContext,
  topic: string,
  owner: TopicOwner,
): Promise<Pick<EnabledStream, 'changed' | 'subject' | 'schemaId'>> => {
  const changed = await provideTopic(task, topic, owner);
  const subject = subjectOf(topic);
  return { changed, subject, schemaId: await registerSchema(task, subject) };
};

const writtenStream = (result: unknown): ManagementDatabase | null => {
  const enabled = result as EnableStreamResult;
  if (enabled.outcome === 'refused' || !enabled.isNew) return null;
  const { environmentId, tenantId, topic: entityId, createdAt: updatedAt } = enabled.stream;
  const body = enabled.stream;
  return { environmentId, tenantId, kind: 'stream', entityId, action: 'created', body, updatedAt };
};

const refusal = (reason: 'ENVIRONMENT_NOT_FOUND' | 'TOO_MANY_STREAMS'): Fault =>
  reason === 'TOO_MANY_STREAMS'
    ? new Fault(reason, `There are ${tenantStreamsMax.toString()} streams already: more need another cell.`)
    : new Fault(reason, 'The environment is gone.');

const provideTopic = (
  task: CommandContext,
  name: string,
  owner: TopicOwner,
): Promise<readonly ChangedSetting[]> =>
  withKafka(task, async (kafka) => {
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
    `${topic.name} ${found === '' ? 'is missing' : `differs (${found})`}: make it with ${place}, ${config.join(', ')}, then come again.`,
  );
};

const registerSchema = (task: CommandContext, subject: string): Promise<number> => {
  const url = task.addresses.schemaRegistryUrl();
  return explainingRegistry(url, () =>
    createSchemaRegistry(url).register(subject, evaluateRequestCodec.schemaText),
  );
};
