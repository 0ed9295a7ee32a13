import { instantOf } from '@loyalty/contracts';
import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import {
  type Evaluate,
  type GetTransaction,
  readReceipt,
  type TransactionOutcome,
} from '../../usecases/transactions/member-request.ts';
import { explainBasket } from '../../usecases/transactions/explain.ts';
import type { PreviewBasket } from '../../usecases/transactions/preview-basket.ts';
import { simulateBasket, simulatedRef } from '../../usecases/transactions/simulate.ts';
import type { LimitEvaluate } from '../access/operation-limits.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid, problemDocument, recordWithWarnings } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';

interface TransactionRoutesOptions {
  readonly evaluate: Evaluate;
  readonly previewBasket: PreviewBasket;
  readonly getTransaction: GetTransaction;
  readonly findResponse: (environmentId: EnvironmentId, transactionId: string) => Promise<Buffer | null>;
  readonly limitEvaluate: LimitEvaluate;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Clock;
  readonly respondToRequest: RespondToRequest;
}

/** Interface 4.1, D15, D36, D37, D204. */
export const createTransactionRoutes = (
  options: TransactionRoutesOptions,
): Pick<
  Routes,
  'evaluateTransaction' | 'simulateTransaction' | 'explainTransaction' | 'findTransaction' | 'getTransaction'
> => ({
  evaluateTransaction: evaluateRoute(options),
  simulateTransaction: simulateRoute(options),
  explainTransaction: explainRoute(options),
  findTransaction: findRoute(options),
  getTransaction: getRoute(options),
});

const evaluateRoute =
  (options: TransactionRoutesOptions): Handler<unknown, unknown, BodyOf<'evaluateTransaction'>> =>
  async (request) => {
    const { credential, body, headers, traceparent, tenantId, withinLimit } = request;
    const limited = await options.limitEvaluate(credential);
    if (limited !== null) return limited;
    const receipt = readReceipt(body.transactionRef, body, options.clock.now());
    if (receipt.outcome === 'invalid') return invalid(receipt.faults);
    const outcome = await options.evaluate({
      environmentId: credential.environmentId,
      secret: await options.loadSecret(credential),
      request: receipt.request,
      isAsync: prefersAsync(headers['prefer']),
      traceparent,
      withinLimit,
    });
    const { environmentId } = credential;
    const ref = body.transactionRef;
    return options.respondToRequest(outcome, { environmentId, tenantId, operation: 'evaluate', ref });
  };

const simulateRoute =
  ({
    previewBasket,
    loadSecret,
    clock,
  }: TransactionRoutesOptions): Handler<unknown, unknown, BodyOf<'simulateTransaction'>> =>
  async ({ credential, body }) => {
    const receipt = readReceipt(simulatedRef(), body, clock.now());
    if (receipt.outcome === 'invalid') return invalid(receipt.faults);
    const { environmentId } = credential;
    const call = {
      environmentId,
      secret: await loadSecret(credential),
      request: receipt.request,
      asked: body,
    };
    return previewResponse(await previewBasket(call, simulateBasket));
  };

const explainRoute =
  ({
    previewBasket,
    loadSecret,
    clock,
  }: TransactionRoutesOptions): Handler<unknown, unknown, BodyOf<'explainTransaction'>> =>
  async ({ credential, body, warnings }) => {
    const nowMs = clock.now();
    // It may be bought on a day to come, whose bounds are those of that day.
    const occurredAtMs = body.occurredAt === undefined ? null : instantOf(body.occurredAt, 'start');
    if (occurredAtMs !== null && occurredAtMs > lastExplainedMs) return invalid([tooFar]);
    const receipt = readReceipt(simulatedRef(), body, Math.max(nowMs, occurredAtMs ?? nowMs));
    if (receipt.outcome === 'invalid') return invalid(receipt.faults);
    const { environmentId } = credential;
    const call = {
      environmentId,
      secret: await loadSecret(credential),
      request: receipt.request,
      asked: body,
    };
    return previewResponse(
      await previewBasket(call, (basket) => recordWithWarnings(explainBasket(basket), warnings)),
    );
  };

const lastExplainedMs = Date.parse('2050-12-31T23:59:59.999Z');
const tooFar = { pointer: '/occurredAt', message: 'must not be after 2050-12-31' };

const previewResponse = (previewed: Awaited<ReturnType<PreviewBasket>>): HttpResponse | Problem => {
  switch (previewed.outcome) {
    case 'decided':
      return { status: 200, body: previewed.response };
    case 'invalid':
      return invalid(previewed.faults);
    case 'busy':
      return simulationsBusy;
    case 'refused':
      return problem(previewed.code);
  }
};

const simulationsBusy = problem('SERVICE_UNAVAILABLE', {
  reason: 'simulations',
  detail: 'Other simulations of this environment are under way: try again.',
});

/** By a reference that a path cannot end in (D83), or by the id of the decision (D112). */
const findRoute =
  ({
    getTransaction,
    findResponse,
  }: TransactionRoutesOptions): Handler<unknown, QueryOf<'findTransaction'>> =>
  async ({ credential: { environmentId }, query, requestId }) => {
    const { operation = 'evaluate', transactionRef: ref, transactionId } = query;
    if (ref !== undefined && transactionId === undefined)
      return transactionResponse(await getTransaction({ environmentId, operation, ref }), requestId);
    if (ref !== undefined || transactionId === undefined) return oneNameIsNeeded;
    const body = await findResponse(environmentId, transactionId);
    return transactionResponse(
      body === null ? { outcome: 'unknown' } : { outcome: 'decided', body },
      requestId,
    );
  };

const oneNameIsNeeded = invalid([
  { pointer: '/transactionRef', message: 'either this or transactionId is required' },
]);

const getRoute =
  ({
    getTransaction,
  }: TransactionRoutesOptions): Handler<ParametersOf<'getTransaction'>, QueryOf<'getTransaction'>> =>
  async ({ credential: { environmentId }, params, query, requestId }) => {
    const { operation = 'evaluate' } = query;
    const found = await getTransaction({ environmentId, operation, ref: params.transactionRef });
    return transactionResponse(found, requestId);
  };

export const transactionResponse = (found: TransactionOutcome, requestId: string): HttpResponse | Problem => {
  switch (found.outcome) {
    case 'decided':
      return { status: 200, body: found.body };
    case 'failed':
      return { status: 200, body: { state: 'FAILED', problem: problemDocument(found.failure, requestId) } };
    case 'unknown':
      return problem('TRANSACTION_NOT_FOUND', { retryAfterS: 1 });
  }
};
