import type { BodyOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import { readReturn } from '@loyalty/rules/requests';
import type { DatabaseShares } from '@loyalty/storage';
import { findReturns } from '@loyalty/tables/returns';
import type { QuoteReturn, ReturnPurchase } from '../../usecases/transactions/return-purchase.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid } from '../responses.ts';
import type { Routes } from '../routes.ts';

interface ReturnRoutesOptions {
  readonly db: DatabaseShares;
  readonly returnPurchase: ReturnPurchase;
  readonly quoteReturn: QuoteReturn;
  readonly respondToRequest: RespondToRequest;
}

/** D165 to D176. */
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
  }: ReturnRoutesOptions): Handler<unknown, unknown, BodyOf<'returnPurchase'>> =>
  async ({ credential: { environmentId }, body, headers, traceparent, tenantId }) => {
    const read = readReturn(body);
    if (read.outcome === 'invalid') return invalid(read.faults);
    const { order } = read;
    const isAsync = prefersAsync(headers['prefer']);
    const outcome = await returnPurchase({ environmentId, order, isAsync, traceparent });
    return respondToRequest(outcome, { environmentId, tenantId, operation: 'return', ref: order.ref });
  };

const quoteRoute =
  ({ quoteReturn }: ReturnRoutesOptions): Handler<unknown, unknown, BodyOf<'quoteReturn'>> =>
  async ({ credential: { environmentId }, body }) => {
    const read = readReturn({ ...body, returnRef: anyRef });
    if (read.outcome === 'invalid') return invalid(read.faults);
    const quoted = await quoteReturn({ environmentId, order: read.order });
    if (quoted.outcome === 'answered') return { status: 200, body: quoted.response };
    return quoted.code === 'TRANSACTION_NOT_FOUND'
      ? receiptNotFound
      : problem(quoted.code, { context: quoted.context });
  };

const listRoute =
  ({ db }: ReturnRoutesOptions): Handler<unknown, QueryOf<'listReturns'>> =>
  async ({ credential: { environmentId }, query: { transactionRef } }) => {
    const found = await findReturns(db.of(environmentId), { environmentId, ref: transactionRef });
    return found === null ? receiptNotFound : { status: 200, body: { transactionRef, ...found } };
  };

const receiptNotFound = problem('TRANSACTION_NOT_FOUND', { retryAfterS: 1 });

/** A quote has no reference of its own. */
const anyRef = 'quote';
