import { isUuid } from '@loyalty/kernel';

import { isProblem, problem } from './answer.ts';
import type { HttpAnswer, Problem } from './answer.ts';
import type { HttpContract, Operation } from './contract.ts';
import type { Authenticate, Credential, Limiter } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { AdmittedRequest } from './http-request.ts';
import type { AnyHandler, Handler } from './http-request.ts';
import { createInputReader } from './read-input.ts';

/** What the steps need to know from outside. */
export interface RequestPipelinePorts extends HttpContract {
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly authenticate: Authenticate;
  readonly limiter: Limiter;
  /** Whether any tenant has this id (a UUID in lower case); asked only when it is not the caller's own. */
  readonly tenantExists: (tenantId: string) => Promise<boolean>;
}

/** Leads a request of one operation up to its handler. */
export type RequestPipeline = (exchange: Exchange) => Promise<HttpAnswer | Problem>;

/**
 * The checks before every handler, in the one order of D2: 401, 429, tenant (400, 404, 403), permission and kind of
 * key (403), then 413, 415 and 400. The first that fails answers.
 */
export const createRequestPipeline = (operation: Operation, ports: RequestPipelinePorts): RequestPipeline => {
  const handle = handlerOf(operation, ports);
  const readInput = createInputReader(operation, ports);
  return async (exchange) => {
    const credential = await identify(exchange, ports);
    if (isProblem(credential)) return credential;
    const refusal =
      (await limitRate(exchange, credential, ports.limiter)) ??
      (await refuseTenant(exchange, credential, ports)) ??
      refusePermission(operation, credential);
    if (refusal !== undefined) return refusal;
    const input = await readInput(exchange.request);
    if (isProblem(input)) return input;
    return handle(new AdmittedRequest({ operationId: operation.operationId, credential, exchange, input }));
  };
};

const handlerOf = (operation: Operation, ports: RequestPipelinePorts): Handler => {
  const handler = ports.handlers[operation.operationId];
  if (handler === undefined) throw new Error(`${operation.operationId} has no handler`);
  // Its input is judged by the validator of the same operation, which the compiler cannot follow.
  return handler as unknown as Handler;
};

const identify = async (exchange: Exchange, ports: RequestPipelinePorts): Promise<Credential | Problem> => {
  const found = await ports.authenticate(exchange.request.headers);
  if (!found.ok) {
    const headers = { 'WWW-Authenticate': 'Bearer' };
    return problem(found.code, found.detail === undefined ? { headers } : { headers, detail: found.detail });
  }
  exchange.credential = found.credential;
  return found.credential;
};

const limitRate = async (
  exchange: Exchange,
  credential: Credential,
  limiter: Limiter,
): Promise<Problem | undefined> => {
  const rate = await limiter.take(credential);
  exchange.rate = rate;
  return rate.allowed ? undefined : problem('RATE_LIMITED', { retryAfterS: rate.retryAfterS });
};

const refuseTenant = async (
  { request }: Exchange,
  credential: Credential,
  ports: RequestPipelinePorts,
): Promise<Problem | undefined> => {
  const tenantId = request.params['tenantId']?.toString().toLowerCase();
  if (tenantId === undefined || tenantId === credential.tenantId) return undefined;
  if (!isUuid(tenantId)) {
    return problem('VALIDATION_ERROR', {
      context: { errors: [{ pointer: '/tenantId', message: 'must be a UUID' }] },
    });
  }
  return problem((await ports.tenantExists(tenantId)) ? 'FORBIDDEN' : 'TENANT_NOT_FOUND');
};

const refusePermission = (operation: Operation, credential: Credential): Problem | undefined => {
  const { permission } = operation;
  if (
    permission !== 'none' &&
    !credential.permissions.has(permission) &&
    !credential.permissions.has('admin')
  ) {
    return problem('FORBIDDEN', { context: { permission } });
  }
  return operation.testKeyOnly && credential.mode !== 'test' ? problem('TEST_KEY_REQUIRED') : undefined;
};
