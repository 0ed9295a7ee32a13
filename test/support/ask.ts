import { type OperationId as ClientsId, operations } from '@loyalty/client';
import type { OperationId } from '@loyalty/contracts/http';
import { readLocalStack } from '@loyalty/stack';
import {
  fetchAnew,
  expectContract,
  operationOf,
  pathOf,
  type Received,
  send,
  type Sent,
} from './contract.ts';
import type { TestTenant } from './tenant.ts';
import { clientOf } from './tenant-client.ts';

/** A request to an operation. */
export interface Asked extends Sent {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** A key other than the tenant's own test key. */
  readonly key?: string;
}

/**
 * Calls an operation for a tenant and checks the response against the contract. The client makes each call that it can write, and
 * what it returns or throws must be what the response says.
 */
export const askFor = async (
  tenant: TestTenant,
  operationId: OperationId,
  asked: Asked = {},
): Promise<Received> => {
  const answer = isByClient(operationId, asked)
    ? await askByClient(tenant, operationId, asked)
    : await askByHand(tenant, operationId, asked);
  expectContract(operationId, answer);
  return answer;
};

export const isOfClient = (operationId: OperationId): operationId is ClientsId => operationId in operations;

/** Returns true if the client would write this request. It writes no text as a body, no header of a caller and no odd query or id. */
export const isByClient = (
  operationId: OperationId,
  { ids = {}, query = '', headers, body }: Asked,
): operationId is ClientsId =>
  isOfClient(operationId) &&
  headers === undefined &&
  typeof body !== 'string' &&
  (query === '' || query === `?${new URLSearchParams(query).toString()}`) &&
  Object.values(ids).every(isSegment);

/** The client refuses a name with a slash, which proxies decode. */
const isSegment = (id: string): boolean =>
  id !== '' && !/%(?:2F|5C)/.test(id) && encodeURIComponent(decodeURIComponent(id)) === id;

const askByClient = async (
  tenant: TestTenant,
  operationId: ClientsId,
  { ids = {}, query = '', key = tenant.keys.test, body, origin }: Asked,
): Promise<Received> => {
  const received: Received[] = [];
  const { baseUrl } = readLocalStack();
  const client = clientOf(
    { ...tenant, tenantId: ids['tenantId'] ?? tenant.tenantId },
    {
      apiKey: key,
      baseUrl: origin === undefined ? baseUrl : `${origin}/v1`,
      attemptsMax: 1,
      timeoutMs: 60_000,
      fetch: async (url, init) => {
        const response = await fetchAnew(url, init);
        const text = await response.clone().text();
        received.push({ status: response.status, headers: response.headers, text });
        return response;
      },
    },
  );
  const names = [...operations[operationId].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const args = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...Object.fromEntries(names.map((name) => [name, decodeURIComponent(ids[name] ?? crypto.randomUUID())])),
    body,
  };
  const call = client[operationId] as unknown as (given: object) => Promise<unknown>;
  const said = await call(args).catch((error: unknown) => error);
  const [answer] = received;
  if (answer === undefined) throw said;
  const { status, text } = answer;
  const sent = text === '' ? undefined : (JSON.parse(text) as { readonly code?: string });
  if (status < 400) expect(said).toEqual(sent);
  else expect(said).toMatchObject({ operationId, status, code: sent?.code });
  return answer;
};

const askByHand = (
  tenant: TestTenant,
  operationId: OperationId,
  { ids = {}, query = '', key = tenant.keys.test, ...sent }: Asked,
): Promise<Received> => {
  const operation = operationOf(operationId);
  const headers = { 'X-API-Key': key, ...sent.headers };
  const path = pathOf(operation, { tenantId: tenant.tenantId, ...ids }) + query;
  return send(operation.method, path, { ...sent, headers });
};
