import type { BodyOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import { readReturn } from '@loyalty/rules/requests';
import type { DatabaseShares } from '@loyalty/storage';
import { readTransactionActs } from '@loyalty/tables/authors';
import { findReturns } from '@loyalty/tables/returns';
import { authorOfCall } from '../../audited-calls.ts';
import type { FindEmptyBasketFault } from '../../usecases/transactions/empty-baskets.ts';
import type { QuoteReturn, ReturnPurchase } from '../../usecases/transactions/return-purchase.ts';
import { refusedAuthor, withActs } from '../acts.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid } from '../responses.ts';
import { loadNamedKey, type LoadEnvironmentSecret, type Routes } from '../routes.ts';

interface ReturnRoutesOptions {
  readonly db: DatabaseShares;
  readonly returnPurchase: ReturnPurchase;
  readonly quoteReturn: QuoteReturn;
  readonly respondToRequest: RespondToRequest;
  readonly findEmptyBasketFault: FindEmptyBasketFault;
  readonly loadSecret: LoadEnvironmentSecret;
}

/** Creates the routes for returns (D165 to D176). */
export const createReturnRoutes = (
  options: ReturnRoutesOptions,
): Pick<Routes, 'returnPurchase' | 'quoteReturn' | 'listReturns'> => ({
  returnPurchase: returnRoute(options),
  quoteReturn: quoteRoute(options),
  listReturns: listRoute(options),
});

const returnRoute =
  ({
    returnPurchase,
    respondToRequest,
    findEmptyBasketFault,
    loadSecret,
  }: ReturnRoutesOptions): Handler<unknown, unknown, BodyOf<'returnPurchase'>> =>
  async ({ credential, body, headers, traceparent, tenantId }) => {
    const { environmentId } = credential;
    const read = readReturn(body);
    if (read.outcome === 'invalid') return invalid(read.faults);
    const { order } = read;
    const fault = await findEmptyBasketFault(order);
    if (fault !== null) return invalid([fault]);
    const isAsync = prefersAsync(headers['prefer']);
    const outcome = await returnPurchase({
      environmentId,
      order,
      isAsync,
      traceparent,
      author: authorOfCall(credential),
      storeRef: body.storeRef ?? null,
      namedKey: await loadNamedKey(body.memberRef, credential, loadSecret),
    });
    return respondToRequest(outcome, { environmentId, tenantId, operation: 'return', ref: order.ref });
  };

const quoteRoute =
  ({ quoteReturn, loadSecret }: ReturnRoutesOptions): Handler<unknown, unknown, BodyOf<'quoteReturn'>> =>
  async ({ credential, body }) => {
    const { environmentId } = credential;
    const read = readReturn({ ...body, returnRef: anyRef });
    if (read.outcome === 'invalid') return invalid(read.faults);
    const namedKey = await loadNamedKey(body.memberRef, credential, loadSecret);
    const quoted = await quoteReturn({ environmentId, order: read.order, namedKey });
    if (quoted.outcome === 'answered') return { status: 200, body: quoted.response };
    return quoted.code === 'TRANSACTION_NOT_FOUND'
      ? receiptNotFound
      : problem(quoted.code, { context: quoted.context });
  };

const listRoute =
  ({ db }: ReturnRoutesOptions): Handler<unknown, QueryOf<'listReturns'>> =>
  async ({ credential, query }) => {
    const refused = refusedAuthor(credential, query);
    if (refused !== null) return refused;
    const { environmentId } = credential;
    const { transactionRef } = query;
    const source = db.of(environmentId);
    const found = await findReturns(source, { environmentId, ref: transactionRef });
    if (found === null) return receiptNotFound;
    const names = found.returns.map(({ returnRef: ref }) => ({ operation: 'return', ref }) as const);
    const acts = query.withAuthor === true ? await readTransactionActs(source, environmentId, names) : [];
    const { returns, ...sums } = found;
    return { status: 200, body: { transactionRef, ...sums, returns: withActs(returns, acts) } };
  };

const receiptNotFound = problem('TRANSACTION_NOT_FOUND', { retryAfterS: 1 });

/** A quote has no reference of its own. */
const anyRef = 'quote';
