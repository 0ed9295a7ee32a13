import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { SchemaRegistry as Client } from '@kafkajs/confluent-schema-registry';
import { Fault, readSecuredUrl, type SecuredUrl, textOf } from '@loyalty/kernel';

/** Access to a schema registry. Decoders cache schemas for ever, because an id never changes its meaning. */
export interface SchemaRegistry {
  /** Returns the id of exactly this schema under the subject. Throws a Fault if it was never registered. */
  findId(subject: string, schemaText: string): Promise<number>;
  /**
   * Returns null if the registry says that the id does not exist. Throws while the registry is unreachable.
   */
  findSchema(id: number): Promise<string | null>;
  /**
   * Registers a schema with FULL_TRANSITIVE compatibility. Throws a Fault if it would break a reader or a
   * writer.
   */
  register(subject: string, schemaText: string): Promise<number>;
}

/** A healthy registry responds within milliseconds. */
const askWithinMs = 3_000;

/**
 * Creates a client for a Confluent-compatible registry. The password and authorities of `readSecuredUrl` are
 * read again for each request.
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
  if (status !== 404) throw unavailable(`the registry answered ${status.toString()}`);
  throw new Fault(
    'SCHEMA_NOT_REGISTERED',
    `${subject} is not registered as this version writes it: run «loyaltyctl schemas register»`,
  );
};

const findSchema = async (registry: SecuredUrl, id: number): Promise<string | null> => {
  const text = await readOr404(registry, `/schemas/ids/${id.toString()}`);
  return text === null ? null : (JSON.parse(text) as { schema: string }).schema;
};

/** No topic has this name. Within the prefix that rules of access give our processes. */
const idSubject = 'loyalty.registry-id';

/**
 * Returns the id that was given to the registry ({@link giveRegistryId}), or null if there is none. Throws
 * while the registry is unreachable. A registry has no id of its own, so an enum with one symbol serves as
 * its id: every registry keeps and returns it.
 */
export const readRegistryId = async (address: string): Promise<string | null> => {
  const secured = readSecuredUrl(address);
  const path = `/subjects/${idSubject}/versions`;
  const versions = versionsIn(await ask(secured, { method: 'GET', path }));
  if (versions.length === 0) return null;
  // Of two deploys that gave one at the same time, the first.
  const first = await readOr404(secured, `${path}/${Math.min(...versions).toString()}`);
  return first === null ? null : idIn((JSON.parse(first) as { readonly schema: string }).schema);
};

/** A registry says with a code of its own that it does not know a subject; any server says 404 of a wrong path. */
const versionsIn = ({ status, text: body }: RegistryResponse): readonly number[] => {
  if (status === 404 && /"error_code"\s*:\s*404\d\d/.test(body)) return [];
  if (isOk(status) && /^\s*\[[\d,\s]*\]\s*$/.test(body)) return JSON.parse(body) as readonly number[];
  throw unavailable(
    `${status.toString()}: ${isOk(status) || status === 404 ? 'no schema registry with the API of Confluent is at this path' : 'the registry refuses'}`,
  );
};

/**
 * Gives the registry an id and returns the id that it has then, because another deploy may have been first.
 */
export const giveRegistryId = async (address: string, id: string): Promise<string | null> => {
  try {
    await register(readSecuredUrl(address), idSubject, idSchemaOf(id));
  } catch (failure) {
    // An enum with another symbol is incompatible.
    if (!(failure instanceof Fault) || failure.code !== 'SCHEMA_INCOMPATIBLE') throw failure;
  }
  return readRegistryId(address);
};

const idSchemaOf = (id: string): string =>
  JSON.stringify({
    type: 'enum',
    name: 'RegistryId',
    namespace: 'loyalty',
    symbols: [`id_${id.replaceAll('-', '_')}`],
  });

const idIn = (schemaText: string): string => {
  const { symbols } = JSON.parse(schemaText) as { readonly symbols: readonly string[] };
  return (symbols[0] ?? '').slice('id_'.length).replaceAll('_', '-');
};

const readOr404 = async (registry: SecuredUrl, path: string): Promise<string | null> => {
  const { status, text } = await ask(registry, { method: 'GET', path });
  if (status === 404) return null;
  if (!isOk(status)) throw unavailable(`the registry answered ${status.toString()}`);
  return text;
};

const isOk = (status: number): boolean => status >= 200 && status < 300;

const ask = async (registry: SecuredUrl, request: RegistryRequest): Promise<RegistryResponse> => {
  try {
    return await repeated(async () => {
      const response = await askRegistry(registry, request, askWithinMs);
      if (isPassingStatus(response.status))
        throw new PassingFailure(`the registry answered ${response.status.toString()}`);
      return response;
    });
  } catch (failure) {
    throw unavailable(textOf(failure), failure);
  }
};

/** A server that is being replaced, and a proxy before it, fail for a moment. All that is asked may be asked again. */
class PassingFailure extends Error {}

const pausesMs = [150, 450] as const;

const repeated = async <T>(question: () => Promise<T>): Promise<T> => {
  for (const pauseMs of pausesMs)
    try {
      return await question();
    } catch (failure) {
      if (!isPassing(failure)) throw failure;
      await pause(pauseMs);
    }
  return question();
};

const isPassing = (failure: unknown): boolean =>
  failure instanceof PassingFailure || isPassingStatus(statusOf(failure)) || wasCut.test(textOf(failure));

const isPassingStatus = (status: number | null): boolean =>
  status !== null && [502, 503, 504].includes(status);

/** The library says no code, and a status of its own. */
const wasCut = /socket hang up|ECONNRESET|ECONNREFUSED|EPIPE/;

const register = async (registry: SecuredUrl, subject: string, schema: string): Promise<number> => {
  // No service registers a schema, and the library brings ajv, protobufjs and another HTTP client.
  const library = await import('@kafkajs/confluent-schema-registry');
  try {
    const client = new library.SchemaRegistry(clientOptionsOf(registry));
    const options = { subject, compatibility: library.COMPATIBILITY.FULL_TRANSITIVE };
    const { id } = await repeated(() => client.register({ type: library.SchemaType.AVRO, schema }, options));
    return id;
  } catch (failure) {
    if (statusOf(failure) !== 409) throw unavailable(textOf(failure), failure);
    throw new Fault('SCHEMA_INCOMPATIBLE', `${subject}: the change breaks a reader or a writer`, {
      cause: failure,
    });
  }
};

const statusOf = (failure: unknown): number | null =>
  typeof failure === 'object' && failure !== null && 'status' in failure && typeof failure.status === 'number'
    ? failure.status
    : null;

const clientOptionsOf = ({
  url,
  user,
  password,
  ca,
}: SecuredUrl): ConstructorParameters<typeof Client>[0] => ({
  host: url.href.replace(/\/$/, ''),
  retry: { retries: 1, maxRetryTimeInSecs: 1 },
  ...(user !== null && password !== null && { auth: { username: user, password: password() } }),
  ...(ca !== null && { agent: new Agent({ ca: ca() }) }),
});

const unavailable = (text: string, cause?: unknown): Fault =>
  new Fault('REGISTRY_UNAVAILABLE', text, { retry: true, cause });

interface RegistryRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

interface RegistryResponse {
  readonly status: number;
  readonly text: string;
}

const askRegistry = async (
  { url, user, password, ca }: SecuredUrl,
  { method, path, body }: RegistryRequest,
  withinMs: number,
): Promise<RegistryResponse> => {
  const options: RequestOptions = {
    method,
    signal: AbortSignal.timeout(withinMs),
    headers: { 'Content-Type': 'application/vnd.schemaregistry.v1+json' },
    ...(user !== null && password !== null && { auth: `${user}:${password()}` }),
    ...(ca !== null && { ca: ca() }),
  };
  const target = `${url.href.replace(/\/$/, '')}${path}`;
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(target, options, (response) => {
      text(response).then((read) => {
        resolve({ status: response.statusCode ?? 0, text: read });
      }, reject);
    });
    sent.on('error', reject).end(body);
  });
};
