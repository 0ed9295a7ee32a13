import { evaluateRequestCodec, subjectOf } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import { createSchemaRegistry, createTopics, describeCluster, type ChangedSetting } from '@loyalty/messaging';
import { enableStream, tenantStreamsMax, type TenantStream } from '@loyalty/programme';
import { streamConfig } from '../deploy/make-topics.ts';
import { explainingRegistry } from '../explaining-registry.ts';
import { requireEnvironmentId, type EnvironmentName } from '../find-environment.ts';
import type { Task } from '../session.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';

/** A stream, and what its producer needs to know. */
export interface EnabledStream extends TenantStream {
  readonly isNew: boolean;
  /** Settings of its topic that were others before. */
  readonly changed: readonly ChangedSetting[];
  readonly brokers: readonly string[];
  readonly schemaRegistryUrl: string;
  readonly subject: string;
  readonly schemaId: number;
}

/** One member's receipts keep their order within a partition; three let one tenant use several engines. */
const partitions = 3;
const productionReplication = 3;

/**
 * Gives an environment its stream: noted in the database (which judges how many there may be), then its topic, then the
 * schema under the topic's own subject. A run that was cut off is completed by the next; a topic that is there gets the
 * settings that it would be made with.
 */
export const enableTenantStream = (task: Task, environment: EnvironmentName): Promise<EnabledStream> =>
  withDatabase(task, async (db) => {
    await requireEnvironmentId(db, environment);
    const enabled = await enableStream(db, { tenantId: environment.tenant, mode: environment.mode });
    if (enabled.outcome === 'refused') throw refusal(enabled.reason);
    const { stream, isNew } = enabled;
    const changed = await makeTopic(task, stream.topic);
    const subject = subjectOf(stream.topic);
    const schemaId = await registerSchema(task, subject);
    return {
      ...stream,
      isNew,
      changed,
      brokers: task.addresses.kafkaBrokers(),
      schemaRegistryUrl: task.addresses.schemaRegistryUrl(),
      subject,
      schemaId,
    };
  });

const refusal = (reason: 'ENVIRONMENT_NOT_FOUND' | 'TOO_MANY_STREAMS'): Fault =>
  reason === 'TOO_MANY_STREAMS'
    ? new Fault(reason, `There are ${tenantStreamsMax.toString()} streams already: more need another cell.`)
    : new Fault(reason, 'The environment is gone.');

const makeTopic = (task: Task, name: string): Promise<readonly ChangedSetting[]> =>
  withKafka(task, async (kafka) => {
    const { brokerCount } = await describeCluster(kafka);
    const replicationFactor = Math.min(brokerCount, productionReplication);
    const topic = { name, partitions, replicationFactor, config: streamConfig };
    return (await createTopics(kafka, [topic])).changed;
  });

const registerSchema = (task: Task, subject: string): Promise<number> => {
  const url = task.addresses.schemaRegistryUrl();
  return explainingRegistry(url, () =>
    createSchemaRegistry(url).register(subject, evaluateRequestCodec.schemaText),
  );
};
