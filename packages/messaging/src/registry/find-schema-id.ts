import { subjectOf, type AvroCodec, type TopicName } from '@loyalty/contracts';
import type { SchemaRegistry } from './schema-registry.ts';

/** Returns the id under which the registry knows our version of a topic's schema. Throws a Fault when it is not registered. */
export const findSchemaId = (
  registry: Pick<SchemaRegistry, 'findId'>,
  topic: TopicName,
  { schemaText }: Pick<AvroCodec<never>, 'schemaText'>,
): Promise<number> => registry.findId(subjectOf(topic), schemaText);
