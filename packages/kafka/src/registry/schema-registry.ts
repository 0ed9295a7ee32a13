import { Agent } from 'node:https';
import { COMPATIBILITY, SchemaRegistry as Client, SchemaType } from '@kafkajs/confluent-schema-registry';
import { Fault, readSecuredUrl, textOf, type SecuredUrl } from '@loyalty/kernel';
import { askRegistry, type RegistryRequest, type RegistryResponse } from './ask-registry.ts';

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

/**
 * A client of a Confluent-compatible registry. Its address is one of `readSecuredUrl`, whose password and authorities are read
 * anew for each request.
 */
export const createSchemaRegistry = (address: string): SchemaRegistry => {
  const secured = readSecuredUrl(address);
  return {
    findId: (subject, schemaText) => findId(secured, subject, schemaText),
    findSchema: (id) => findSchema(secured, id),
    register: (subject, schemaText) => register(secured, subject, schemaText),
  };
};

const findId = async (registry: SecuredUrl, subject: string, schema: string): Promise<number> => {
  const body = JSON.stringify({ schema });
  const path = `/subjects/${encodeURIComponent(subject)}`;
  const { status, text } = await ask(registry, { method: 'POST', path, body });
  if (isOk(status)) return (JSON.parse(text) as { id: number }).id;
  if (status !== 404) throw away(`the registry answered ${status.toString()}`);
  throw new Fault(
    'SCHEMA_NOT_REGISTERED',
    `${subject} is not registered as this version writes it: run «loyaltyctl schemas register»`,
  );
};

const findSchema = async (registry: SecuredUrl, id: number): Promise<string | null> => {
  const { status, text } = await ask(registry, { method: 'GET', path: `/schemas/ids/${id.toString()}` });
  if (status === 404) return null;
  if (!isOk(status)) throw away(`the registry answered ${status.toString()}`);
  return (JSON.parse(text) as { schema: string }).schema;
};

const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Asks the registry; being out of reach is a retriable Fault like any other. */
const ask = async (registry: SecuredUrl, request: RegistryRequest): Promise<RegistryResponse> => {
  try {
    return await askRegistry(registry, request, askWithinMs);
  } catch (failure) {
    throw away(textOf(failure), failure);
  }
};

const register = async (registry: SecuredUrl, subject: string, schema: string): Promise<number> => {
  try {
    const options = { subject, compatibility: COMPATIBILITY.FULL_TRANSITIVE };
    const { id } = await clientOf(registry).register({ type: SchemaType.AVRO, schema }, options);
    return id;
  } catch (failure) {
    if (statusOf(failure) !== 409) throw away(textOf(failure), failure);
    throw new Fault('SCHEMA_INCOMPATIBLE', `${subject}: the change breaks a reader or a writer`, {
      cause: failure,
    });
  }
};

const clientOf = ({ url, user, password, ca }: SecuredUrl): Client =>
  new Client({
    host: url.href.replace(/\/$/, ''),
    retry: { retries: 1, maxRetryTimeInSecs: 1 },
    ...(user !== null && password !== null && { auth: { username: user, password: password() } }),
    ...(ca !== null && { agent: new Agent({ ca: ca() }) }),
  });

const away = (text: string, cause?: unknown): Fault =>
  new Fault('REGISTRY_UNAVAILABLE', text, { retry: true, cause });
