import {
  responseValidatorFor,
  documentedCodes,
  openapiDocument,
  type HttpOperation,
  type OperationId,
  operations,
} from '@loyalty/contracts';
import { readLocalStack } from '@loyalty/stack';

/** What is sent beside the method; a body that is no text goes as JSON. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Another ingress than that of the stack. */
  readonly origin?: string;
}

/** What came back. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Any request to the running stack; a path below the root, such as `/v1/tenants/…`. */
export const send = async (
  method: string,
  path: string,
  { headers = {}, body, origin = new URL(readLocalStack().baseUrl).origin }: Sent = {},
): Promise<Received> => {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** Where an operation is served, its tenant and ids filled in. */
export const pathOf = (
  { basePath, path }: Pick<HttpOperation, 'basePath' | 'path'>,
  ids: Readonly<Record<string, string>>,
): string => basePath + path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? crypto.randomUUID());

/** The operation with this name. */
export const operationOf = (operationId: OperationId): HttpOperation => {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`${operationId} is no operation`);
  return operation;
};

/** Holds an answer to what the contract says of this operation and status, and to what it says of every problem. */
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

/** True when the contract says that the operation may answer with nothing. */
const isWithoutContent = (operationId: OperationId): boolean => {
  const { path, method } = operationOf(operationId);
  const item = openapiDocument.paths[path];
  return method === 'DELETE' && item?.delete?.responses['204'] !== undefined;
};

/** Whether an operation is on rewards, of a member or all: those have a test of their own. */
export const isOfRewards = (path: string): boolean => /\/rewards\b/.test(path);

/** Whether an operation is on webhooks: those have a test of their own. */
export const isOfWebhooks = (path: string): boolean => path.includes('/webhooks');

/** Whether an operation is on members themselves: those have a test of their own. */
export const isOfMembers = (path: string): boolean =>
  /\/(?:members|consent)\b/.test(path) &&
  !path.includes('/segments') &&
  !path.endsWith('/events') &&
  !isOfRewards(path);
