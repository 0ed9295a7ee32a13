import { documentedCodes, responseValidatorFor } from '@loyalty/contracts/documents';
import { type HttpOperation, openapiDocument, type OperationId, operations } from '@loyalty/contracts/http';
import { readLocalStack } from '@loyalty/stack';

/** The request besides its method; a body that is no text is sent as JSON. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The origin of an ingress other than the stack's. */
  readonly origin?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends any request to the running stack; the path starts at the root, such as `/v1/tenants/…`. */
export const send = async (
  method: string,
  path: string,
  { headers = {}, body, origin = new URL(readLocalStack().baseUrl).origin }: Sent = {},
): Promise<Received> => {
  const answer = await fetchAnew(origin + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/**
 * Fetches, once more if the server closed the connection before it responded. It closes those that were idle for
 * 75 s, also at the moment at which a slow process of tests uses one again (RFC 9112, 9.5).
 */
export const fetchAnew: typeof fetch = (...asked) =>
  fetch(...asked).catch((error: unknown) => {
    const { message } = Object((error as { readonly cause?: unknown }).cause) as Partial<Error>;
    if (message !== 'other side closed') throw error;
    return fetch(...asked);
  });

/** Returns the path of an operation with its tenant and ids filled in. */
export const pathOf = (
  { basePath, path }: Pick<HttpOperation, 'basePath' | 'path'>,
  ids: Readonly<Record<string, string>>,
): string => basePath + path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? crypto.randomUUID());

/** Returns the operation with this name. */
export const operationOf = (operationId: OperationId): HttpOperation => {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`${operationId} is no operation`);
  return operation;
};

/** Checks a response against the contract of the operation and status, and against the rules for every problem. */
export const expectContract = (operationId: OperationId, { status, headers, text }: Received): void => {
  if (status === 204) {
    expect([text, isWithoutContent(operationId)]).toEqual(['', true]);
    return;
  }
  const body = JSON.parse(text) as { readonly requestId?: string; readonly code?: string };
  const judged = responseValidatorFor(operationId, status)(structuredClone(body));
  expect({ operationId, status, faults: judged.ok ? [] : judged.errors, text }).toMatchObject({ faults: [] });
  if (status < 400) return;
  expect(headers.get('Content-Type')).toBe('application/problem+json');
  expect(body).toMatchObject({ status, requestId: headers.get('X-Request-Id') });
  expect(documentedCodes(operationId, status)).toContain(body.code);
};

/** Returns true when the contract allows the operation an empty response. */
const isWithoutContent = (operationId: OperationId): boolean => {
  const { path, method } = operationOf(operationId);
  const item = openapiDocument.paths[path];
  return method === 'DELETE' && item?.delete?.responses['204'] !== undefined;
};

/** Returns true for exports: they have their own test. */
export const isOfExports = (path: string): boolean => /\/exports?\b/.test(path);

/** Returns true for operations on rewards, of a member or all: they have their own test. */
export const isOfRewards = (path: string): boolean => /\/rewards\b/.test(path) && !isOfExports(path);

/** Returns true for operations on webhooks: they have their own test. */
export const isOfWebhooks = (path: string): boolean => path.includes('/webhooks');

/** Returns true for operations on settings, pools of codes and the environment: they have their own test. */
export const isOfSettings = (path: string): boolean =>
  /\/(?:settings|environment|stream-out|code-pools|reward-providers)\b/.test(path);

/** Returns true for operations on imports: they have their own test. */
export const isOfImports = (path: string): boolean => path.includes('/imports');

/** Returns true for operations on API keys: they have their own test. */
export const isOfKeys = (path: string): boolean => path.includes('/api-keys');

/** Returns true for operations on members themselves: they have their own test. */
export const isOfMembers = (path: string): boolean =>
  /\/(?:members|consent)\b/.test(path) &&
  !path.includes('/segments') &&
  !isOfExports(path) &&
  !path.endsWith('/events') &&
  !isOfRewards(path);
