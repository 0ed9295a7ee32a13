import { COMPATIBILITY, SchemaRegistry as Client, SchemaType } from '@kafkajs/confluent-schema-registry';
import { Fault, textOf } from '@loyalty/kernel';

/** The registry, as far as we need it: look-ups are cached for ever, because an id never changes its meaning. */
export interface SchemaRegistry {
  /** The id of exactly this schema under the subject; throws a Fault when it was never registered. */
  idOf(subject: string, schemaText: string): Promise<number>;
  /** The schema with this id; null when the registry denies the id; throws while it is away. */
  schemaOf(id: number): Promise<string | null>;
  /** Registers a schema, FULL_TRANSITIVE; throws a Fault when it would break a reader or a writer. */
  register(subject: string, schemaText: string): Promise<number>;
}

const statusOf = (failure: unknown): number | null =>
  typeof failure === 'object' && failure !== null && 'status' in failure && typeof failure.status === 'number'
    ? failure.status
    : null;

/** A client of a Confluent-compatible registry at `url`. */
export const createSchemaRegistry = (url: string): SchemaRegistry => {
  const client = new Client({ host: url, retry: { retries: 1, maxRetryTimeInSecs: 1 } });
  const schemaCall = `${url}/schemas/ids`;
  return {
    idOf: async (subject, schemaText) => {
      try {
        return await client.getRegistryIdBySchema(subject, { type: SchemaType.AVRO, schema: schemaText });
      } catch (failure) {
        if (statusOf(failure) !== 404) throw failure;
        throw new Fault('SCHEMA_NOT_REGISTERED', `${subject} is not registered: run «loyaltyctl schemas register»`);
      }
    },
    schemaOf: async (id) => {
      const answer = await fetch(`${schemaCall}/${id.toString()}`, { signal: AbortSignal.timeout(3_000) });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Fault('REGISTRY_UNAVAILABLE', `the registry answered ${answer.status.toString()}`, { retry: true });
      const { schema } = (await answer.json()) as { schema: string };
      return schema;
    },
    register: async (subject, schemaText) => {
      try {
        const schema = { type: SchemaType.AVRO, schema: schemaText } as const;
        const { id } = await client.register(schema, { subject, compatibility: COMPATIBILITY.FULL_TRANSITIVE });
        return id;
      } catch (failure) {
        if (statusOf(failure) === 409) {
          throw new Fault('SCHEMA_INCOMPATIBLE', `${subject}: the change breaks a reader or a writer`, { cause: failure });
        }
        throw new Fault('REGISTRY_UNAVAILABLE', textOf(failure), { retry: true, cause: failure });
      }
    },
  };
};
