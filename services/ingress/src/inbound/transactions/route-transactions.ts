import { instantOf } from '@loyalty/contracts';
import {
  type BodyOf,
  type ParametersOf,
  type QueryOf,
  type Warning,
  warningsMax,
} from '@loyalty/contracts/http';
import { type Handler, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { PlainReceipt } from '@loyalty/rules/requests';
import type { Act } from '@loyalty/tables/authors';
import type { FoundPurchase, FoundTransaction } from '@loyalty/tables/members/management';
import type { RequestKey } from '@loyalty/tables/transactions';
import { authorOfCall } from '../../audited-calls.ts';
import {
  type Evaluate,
  type GetTransaction,
  readReceipt,
  type TransactionOutcome,
} from '../../usecases/transactions/member-request.ts';
import type { FindEmptyBasketFault } from '../../usecases/transactions/empty-baskets.ts';
import { explainBasket } from '../../usecases/transactions/explain.ts';
import type { PreviewBasket } from '../../usecases/transactions/preview-basket.ts';
import { simulateBasket, simulatedRef } from '../../usecases/transactions/simulate.ts';
import { refusedAuthor } from '../acts.ts';
import type { LimitEvaluate } from '../access/operation-limits.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid, problemDocument, recordWithWarnings } from '../responses.ts';
import type { LoadCallEnvironment, Routes } from '../routes.ts';
import { shownPurchase } from '../shown-purchase.ts';

interface TransactionRoutesOptions {
  readonly evaluate: Evaluate;
  readonly previewBasket: PreviewBasket;
  readonly getTransaction: GetTransaction;
  readonly findResponse: (
    environmentId: EnvironmentId,
    transactionId: string,
  ) => Promise<FoundTransaction | null>;
  readonly readActs: (
    environmentId: EnvironmentId,
    names: readonly Pick<RequestKey, 'operation' | 'ref'>[],
  ) => Promise<readonly Act[]>;
  readonly findPurchase: (environmentId: EnvironmentId, ref: string) => Promise<FoundPurchase | null>;
  readonly limitEvaluate: LimitEvaluate;
  readonly findEmptyBasketFault: FindEmptyBasketFault;
  readonly loadEnvironment: LoadCallEnvironment;
  readonly clock: Clock;
  readonly respondToRequest: RespondToRequest;
}

/** Creates the routes for transactions (interface 4.1, D15, D36, D37, D204). */
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
    const fault = await options.findEmptyBasketFault(receipt.request);
    if (fault !== null) return invalid([fault]);
    const { secret, currency } = await options.loadEnvironment(credential);
    const outcome = await options.evaluate({
      environmentId: credential.environmentId,
      secret,
      currency,
      request: receipt.request,
      isAsync: prefersAsync(headers['prefer']),
      traceparent,
      author: authorOfCall(credential),
      withinLimit,
    });
    const { environmentId } = credential;
    const ref = body.transactionRef;
    return options.respondToRequest(outcome, { environmentId, tenantId, operation: 'evaluate', ref });
  };

const simulateRoute =
  ({
    previewBasket,
    loadEnvironment,
    clock,
  }: TransactionRoutesOptions): Handler<unknown, unknown, BodyOf<'simulateTransaction'>> =>
  async ({ credential, body, warnings }) => {
    const receipt = readReceipt(simulatedRef(), body, clock.now());
    if (receipt.outcome === 'invalid') return invalid(receipt.faults);
    const { environmentId } = credential;
    const call = {
      environmentId,
      secret: (await loadEnvironment(credential)).secret,
      request: receipt.request,
      asked: body,
    };
    return previewResponse(
      await previewBasket(call, (basket) =>
        recordWithWarnings(simulateBasket(basket), [...takenAwayBy(receipt.plain), ...warnings]),
      ),
    );
  };

/** Says of each line that campaigns do not see what became of it (D333). */
const takenAwayBy = (plain: PlainReceipt | null): readonly Warning[] =>
  (plain?.takenAway ?? []).slice(0, warningsMax).map(({ line, thousandths }) => ({
    code: 'LINES_TAKEN_AWAY',
    message:
      thousandths === 0
        ? 'This line took no units from other lines, so it has no effect.'
        : `This line took ${(thousandths / 1_000).toString()} from other lines of its sku, which earn for the rest.`,
    pointer: `/products/${line.toString()}`,
  }));

const explainRoute =
  ({
    previewBasket,
    loadEnvironment,
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
      secret: (await loadEnvironment(credential)).secret,
      request: receipt.request,
      asked: body,
    };
    return previewResponse(
      await previewBasket(call, (basket) =>
        recordWithWarnings(explainBasket(basket, receipt.plain), [
          ...takenAwayBy(receipt.plain),
          ...warnings,
        ]),
      ),
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
  detail: 'Another simulation of this environment is already running. Try again.',
});

/**
 * Finds a transaction by a reference that a path cannot end in (D83), or by the id of the decision (D112).
 */
const findRoute =
  (options: TransactionRoutesOptions): Handler<unknown, QueryOf<'findTransaction'>> =>
  async ({ credential, query, requestId }) => {
    const { operation = 'evaluate', transactionRef: ref, transactionId } = query;
    const refused = refusedAuthor(credential, query);
    if (refused !== null) return refused;
    const { environmentId } = credential;
    if (ref !== undefined && transactionId === undefined)
      return shownTransaction(options, { environmentId, operation, ref }, { requestId, ...query });
    if (ref !== undefined || transactionId === undefined) return oneNameIsNeeded;
    const found = await options.findResponse(environmentId, transactionId);
    if (found === null) return transactionResponse({ outcome: 'unknown' }, requestId);
    const body = await withAsked(options, { environmentId, ...found }, found.response, query);
    return transactionResponse({ outcome: 'decided', body }, requestId);
  };

/** A caller may ask for these fields in addition to the bytes that the first caller got. */
interface AskedFields {
  readonly withAuthor?: boolean;
  readonly withPurchase?: boolean;
}

const shownTransaction = async (
  options: TransactionRoutesOptions,
  name: RequestKey,
  asked: AskedFields & { readonly requestId: string },
): Promise<HttpResponse | Problem> => {
  const found = await options.getTransaction(name);
  if (found.outcome !== 'decided') return transactionResponse(found, asked.requestId);
  const body = await withAsked(options, name, found.body, asked);
  return transactionResponse({ outcome: 'decided', body }, asked.requestId);
};

/** The stored response is an object of our own, so the fields come behind its own. */
const withAsked = async (
  { readActs, findPurchase }: TransactionRoutesOptions,
  { environmentId, operation, ref }: RequestKey,
  body: Buffer,
  { withAuthor = false, withPurchase = false }: AskedFields,
): Promise<Buffer> => {
  const [act = nobody] = withAuthor ? await readActs(environmentId, [{ operation, ref }]) : [];
  const isReceipt = withPurchase && operation === 'evaluate';
  const purchase = isReceipt ? await findPurchase(environmentId, ref) : null;
  if (!withAuthor && purchase === null) return body;
  const fields = { ...(withAuthor && act), ...(purchase !== null && datedPurchase(purchase)) };
  return Buffer.concat([body.subarray(0, -1), Buffer.from(`,${JSON.stringify(fields).slice(1)}`)]);
};

const nobody: Act = { author: null, storeRef: null };

const datedPurchase = (found: FoundPurchase) => ({
  createdAt: found.createdAt.toISOString(),
  ...shownPurchase(found),
});

const oneNameIsNeeded = invalid([
  { pointer: '/transactionRef', message: 'must be sent if transactionId is not, and only then' },
]);

const getRoute =
  (options: TransactionRoutesOptions): Handler<ParametersOf<'getTransaction'>, QueryOf<'getTransaction'>> =>
  async ({ credential, params, query, requestId }) => {
    const refused = refusedAuthor(credential, query);
    if (refused !== null) return refused;
    const { operation = 'evaluate' } = query;
    const { environmentId } = credential;
    const name = { environmentId, operation, ref: params.transactionRef };
    return shownTransaction(options, name, { requestId, ...query });
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
