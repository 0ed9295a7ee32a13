import { topics, type TypedFact } from '@loyalty/contracts';
import { createKafka, type OutgoingMessage } from '@loyalty/kafka';
import { createSchemaRegistry, findSchemaId } from '@loyalty/kafka/registry';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { factMessage } from '@loyalty/streams/facts';
import { silentLogger } from '@loyalty/telemetry/logger';
import { sendOnce } from '@loyalty/testkit/servers';
import { stackVariables } from './stack-variables.ts';

export const stackKafka = (): ReturnType<typeof createKafka> =>
  createKafka({
    brokers: (stackVariables()['KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'cli-test',
    logger: silentLogger,
  });

const send = (messages: readonly OutgoingMessage[]): Promise<void> => {
  const requests = messages.map(({ topic, key, value, headers }) => ({
    topic,
    messages: [{ key, value, headers: { ...headers } }],
  }));
  return sendOnce(stackKafka(), ...requests);
};

/** Publishes facts of an environment, one after the other. Returns their ids. */
export const publishFacts = async (
  environmentId: EnvironmentId,
  facts: readonly TypedFact[],
): Promise<readonly string[]> => {
  const schemaId = await findSchemaId(
    createSchemaRegistry(stackVariables()['SCHEMA_REGISTRY_URL'] ?? ''),
    topics.facts,
  );
  const messages = facts.map((fact) => {
    const id = randomId();
    const envelope = {
      id,
      environmentId,
      tenantId: randomId(),
      occurredAt: Date.now(),
      ledgerSeq: null,
      key: 'member',
    };
    return { id, message: factMessage({ ...envelope, fact }, schemaId) };
  });
  await send(messages.map(({ message }) => message));
  return messages.map(({ id }) => id);
};
