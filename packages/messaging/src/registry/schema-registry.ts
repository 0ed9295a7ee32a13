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
  return {
    idOf: (subject, schemaText) => idOf(client, subject, schemaText),
    schemaOf: (id) => schemaOf(url, id),
    register: (subject, schemaText) => register(client, subject, schemaText),
  };
};

const idOf = async (client: Client, subject: string, schema: string): Promise<number> => {
  try {
    return await client.getRegistryIdBySchema(subject, { type: SchemaType.AVRO, schema });
  } catch (failure) {
    if (statusOf(failure) !== 404) throw away(textOf(failure), failure);
    throw new Fault(
      'SCHEMA_NOT_REGISTERED',
      `${subject} is not registered as this version writes it: run «loyaltyctl schemas register»`,
    );
  }
};

const schemaOf = async (url: string, id: number): Promise<string | null> => {
  const answer = await fetch(`${url}/schemas/ids/${id.toString()}`, { signal: AbortSignal.timeout(3_000) });
  if (answer.status === 404) return null;
  if (!answer.ok) throw away(`the registry answered ${answer.status.toString()}`);
  const { schema } = (await answer.json()) as { schema: string };
  return schema;
};

const register = async (client: Client, subject: string, schema: string): Promise<number> => {
  try {
    const options = { subject, compatibility: COMPATIBILITY.FULL_TRANSITIVE };
    const { id } = await client.register({ type: SchemaType.AVRO, schema }, options);
    return id;
  } catch (failure) {
    if (statusOf(failure) !== 409) throw away(textOf(failure), failure);
    throw new Fault('SCHEMA_INCOMPATIBLE', `${subject}: the change breaks a reader or a writer`, {
      cause: failure,
    });
  }
};

const away = (text: string, cause?: unknown): Fault =>
  new Fault('REGISTRY_UNAVAILABLE', text, { retry: true, cause });
