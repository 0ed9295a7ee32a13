import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Request } from 'express';
import { isUuid } from '@loyalty/kernel';
import { noSlot } from '@loyalty/kernel/shares';
import type { HttpContract, ServedOperation } from './contract.ts';
import { type Authenticate, type Credential, type Limiter, usesPermission } from './credential.ts';
import { beginSpan, type Exchange, tenantIdIn } from './exchange.ts';
import { type AdmittedExchange, AdmittedRequest, type AnyHandler, type Handler } from './http-request.ts';
import { BodyShare } from './limits/body-share.ts';
import { refuseLoad, refuseShareLater } from './limits/refuse-load.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { pendingBytes } from './read-body.ts';
import { createInputReader } from './read-input.ts';
import { type HttpResponse, isProblem, problem, type Problem } from './response.ts';

export interface RequestPipelinePorts extends HttpContract {
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly authenticate: Authenticate;
  readonly limiter: Limiter;
  readonly limits: ServerLimits;
  /** The operations whose handlers wait for {@link HttpRequest.withinLimit} before anything has an effect. */
  readonly countedWhileHandled: ReadonlySet<string>;
  /**
   * Returns true if the tenant exists; the id is a UUID in lower case. It is called only for a tenant that is
   * not the caller's own.
   */
  readonly tenantExists: (tenantId: string) => Promise<boolean>;
}

export type RequestPipeline = (exchange: Exchange) => Promise<HttpResponse | Problem>;

/**
 * Creates the checks in the order of D2: 401, 429, tenant (400, 404, 403), permission and kind of key (403),
 * 413, 415, 400. A used-up share is a 503 before the body is read. Checks may run before the limit responds
 * ({@link runAhead}).
 */
export const createRequestPipeline = (
  operation: ServedOperation,
  ports: RequestPipelinePorts,
): RequestPipeline => {
  const judge = createJudge(operation, ports);
  const isCountedWhileHandled = ports.countedWhileHandled.has(operation.operationId);
  const { limiter } = ports;
  return async (exchange) => {
    const credential = await identify(exchange, ports);
    if (isProblem(credential)) return credential;
    if (isCountedWhileHandled && (await mayRunAhead(exchange.request, credential, limiter)))
      return runAhead(limitRate(exchange, credential, limiter), (withinLimit) =>
        judge({ exchange, credential, withinLimit }),
      );
    const refusal = await limitRate(exchange, credential, limiter);
    return refusal ?? judge({ exchange, credential, withinLimit: passed });
  };
};

const passed = Promise.resolve();

type Judge = (request: Omit<AdmittedExchange, 'operationId' | 'input'>) => Promise<HttpResponse | Problem>;

const createJudge = (operation: ServedOperation, ports: RequestPipelinePorts): Judge => {
  const admit = createAdmit(operation, ports);
  const readInput = createInputReader(operation, ports, ports.limits);
  return async (request) => {
    const { exchange, credential } = request;
    const refusal =
      (await refuseTenant(exchange, credential, ports)) ??
      refusePermission(operation, credential) ??
      (await refuseLoad(exchange, credential, ports.limits));
    if (refusal !== undefined) return refusal;
    const share = new BodyShare(ports.limits.bodies, credential.environmentId);
    try {
      const input = await readInput(exchange, share);
      if (isProblem(input)) return input;
      return await admit({ ...request, operationId: operation.operationId, input });
    } finally {
      share.free();
    }
  };
};

type Admit = (admission: AdmittedExchange) => Promise<HttpResponse | Problem>;

const createAdmit = (operation: ServedOperation, ports: RequestPipelinePorts): Admit => {
  const handle = handlerOf(operation, ports);
  if (operation.isList !== true) return (admission) => handle(new AdmittedRequest(admission));
  const { limits } = ports;
  return async (admission) => {
    const { exchange, credential } = admission;
    const { environmentId } = credential;
    const response = await limits.lists.run(environmentId, () => {
      // Meanwhile others may have used up the share of responses, or the caller may have left.
      const isLate = exchange.response.destroyed || limits.responses.isFull(environmentId);
      return isLate ? gone : handle(new AdmittedRequest(admission));
    });
    return response === noSlot || response === null ? refuseShareLater(limits, 'lists') : response;
  };
};

const gone = Promise.resolve(null);

const handlerOf = (operation: ServedOperation, ports: RequestPipelinePorts): Handler => {
  const handler = ports.handlers[operation.operationId];
  if (handler === undefined) throw new Error(`${operation.operationId} has no handler`);
  // The validator of the same operation has checked its input, which the compiler cannot follow.
  return handler as unknown as Handler;
};

const identify = async (exchange: Exchange, ports: RequestPipelinePorts): Promise<Credential | Problem> => {
  const found = await ports.authenticate(exchange.request.headers);
  if (!found.ok) {
    const { code, reason = 'none', detail, context, caller } = found;
    exchange.refusedCaller = caller;
    return problem(code, {
      reason,
      ...(code === 'UNAUTHORIZED' && { headers: { 'WWW-Authenticate': 'Bearer' } }),
      ...(detail !== undefined && { detail }),
      ...(context !== undefined && { context }),
    });
  }
  exchange.credential = found.credential;
  beginSpan(exchange, found.credential);
  return found.credential;
};

const limitRate = async (
  exchange: Exchange,
  credential: Credential,
  limiter: Limiter,
): Promise<Problem | undefined> => {
  const rate = await limiter.take(credential);
  exchange.rate = rate;
  if (rate.allowed) return undefined;
  return problem('RATE_LIMITED', { retryAfterS: rate.retryAfterS, reason: rate.of ?? 'credential' });
};

const refuseTenant = async (
  { request }: Exchange,
  credential: Credential,
  ports: RequestPipelinePorts,
): Promise<Problem | undefined> => {
  const tenantId = tenantIdIn(request);
  if (tenantId === undefined || tenantId === credential.tenantId) return undefined;
  if (!isUuid(tenantId)) {
    return problem('VALIDATION_ERROR', {
      context: { errors: [{ pointer: '/tenantId', message: 'must be a UUID' }] },
    });
  }
  return (await ports.tenantExists(tenantId))
    ? problem('FORBIDDEN', { detail: otherTenant, reason: 'tenant' })
    : problem('TENANT_NOT_FOUND');
};

const otherTenant = 'This credential belongs to another tenant than the one in the path.';

const refusePermission = (operation: ServedOperation, credential: Credential): Problem | undefined => {
  const { permission } = operation;
  if (permission === 'any') credential.noteUse?.(null);
  else if (!usesPermission(credential, permission))
    return problem('FORBIDDEN', { context: { permission }, reason: 'permission' });
  return operation.testKeyOnly && credential.mode !== 'test' ? problem('TEST_KEY_REQUIRED') : undefined;
};

/** A usual receipt has one to four KiB. */
const bodyBytesMax = 16 * 1024;

/**
 * A request may run ahead if its caller is far from its limit and its small body has arrived: one that then
 * exceeds the limit costs no more.
 */
const mayRunAhead = async (request: Request, credential: Credential, limiter: Limiter): Promise<boolean> => {
  if (tenantIdIn(request) !== credential.tenantId || pendingBytes(request) > bodyBytesMax) return false;
  if (!request.complete) await endOfTurn();
  return request.complete && limiter.isFarFromLimit(credential);
};

/** The limit's refusal wins. The work waits for `withinLimit`, which then rejects, before any effect. */
const runAhead = async (
  counting: Promise<Problem | undefined>,
  work: (withinLimit: Promise<void>) => Promise<HttpResponse | Problem>,
): Promise<HttpResponse | Problem> => {
  const withinLimit = counting.then((refusal) => {
    if (refusal !== undefined) throw new Error('the caller is over its limit');
  });
  const working = work(withinLimit);
  // When the limit refuses, the result of the work is ignored.
  for (const promise of [withinLimit, working]) promise.catch(() => undefined);
  return (await counting) ?? working;
};
