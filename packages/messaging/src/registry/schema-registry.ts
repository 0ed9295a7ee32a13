import { COMPATIBILITY, SchemaRegistry as Client, SchemaType } from '@kafkajs/confluent-schema-registry';
import { Fault, textOf } from '@loyalty/kernel';

/** The used part of a registry. Schemas are cached for ever by their decoders, because an id never changes its meaning. */
export interface SchemaRegistry {
  /** Returns the id of exactly this schema under the subject. Throws a Fault when it was never registered. */
  findId(subject: string, schemaText: string): Promise<number>;
  /** Returns the schema with this id, or null when the registry denies the id. Throws while the registry is unreachable. */
  findSchema(id: number): Promise<string | null>;
  /** Registers a schema with FULL_TRANSITIVE compatibility. Throws a Fault when it would break a reader or a writer. */
  register(subject: string, schemaText: string): Promise<number>;
}

/** A healthy registry responds within milliseconds. */
const askWithinMs = 3_000;

const statusOf = (failure: unknown): number | null =>
  typeof failure === 'object' && failure !== null && 'status' in failure && typeof failure.status === 'number'
    ? failure.status
    : null;

/** Creates a client of a Confluent-compatible registry at `url`. */
export const createSchemaRegistry = (url: string): SchemaRegistry => {
  const client = new Client({ host: url, retry: { retries: 1, maxRetryTimeInSecs: 1 } });
  return {
    findId: (subject, schemaText) => findId(url, subject, schemaText),
    findSchema: (id) => findSchema(url, id),
    register: (subject, schemaText) => register(client, subject, schemaText),
  };
};

const findId = async (url: string, subject: string, schema: string): Promise<number> => {
  const body = JSON.stringify({ schema });
  const answer = await ask(`${url}/subjects/${encodeURIComponent(subject)}`, { method: 'POST', body });
  if (answer.ok) return ((await answer.json()) as { id: number }).id;
  if (answer.status !== 404) throw away(`the registry answered ${answer.status.toString()}`);
  throw new Fault(
    'SCHEMA_NOT_REGISTERED',
    `${subject} is not registered as this version writes it: run «loyaltyctl schemas register»`,
  );
};

const findSchema = async (url: string, id: number): Promise<string | null> => {
  const answer = await ask(`${url}/schemas/ids/${id.toString()}`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw away(`the registry answered ${answer.status.toString()}`);
  return ((await answer.json()) as { schema: string }).schema;
};

/** Sends a request. An unreachable registry is a retriable Fault. */
const ask = async (url: string, request: { method?: string; body?: string } = {}): Promise<Response> => {
  const headers = { 'Content-Type': 'application/vnd.schemaregistry.v1+json' };
  try {
    return await fetch(url, { ...request, headers, signal: AbortSignal.timeout(askWithinMs) });
  } catch (failure) {
    throw away(textOf(failure), failure);
  }
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
