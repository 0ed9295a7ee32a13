import type { BodyOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import { faultsOfBurnRequest } from '@loyalty/rules/requests';
import type { DatabaseShares } from '@loyalty/storage';
import { findReturns } from '@loyalty/tables/returns';
import type { QuoteReturn, ReturnCall, ReturnPurchase } from '../../usecases/transactions/return-purchase.ts';
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
    const order = orderOf(body);
    const faults = faultsOfBurnRequest({ ...order, memberKey: anyKey });
    if (faults.length > 0) return invalid(faults);
    const isAsync = prefersAsync(headers['prefer']);
    const outcome = await returnPurchase({ environmentId, order, isAsync, traceparent });
    return respondToRequest(outcome, { environmentId, tenantId, operation: 'return', ref: order.ref });
  };

const quoteRoute =
  ({ quoteReturn }: ReturnRoutesOptions): Handler<unknown, unknown, BodyOf<'quoteReturn'>> =>
  async ({ credential: { environmentId }, body }) => {
    const order = orderOf({ ...body, returnRef: anyRef });
    const faults = faultsOfBurnRequest({ ...order, memberKey: anyKey });
    if (faults.length > 0) return invalid(faults);
    const quoted = await quoteReturn({ environmentId, order });
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

/** The receipt's is known later. */
const anyKey = Buffer.alloc(16);

/** Absent fields become null here and nowhere else, so that the same return has the same bytes (D15). */
const orderOf = (body: BodyOf<'returnPurchase'>): ReturnCall['order'] => ({
  kind: 'RETURN',
  ref: body.returnRef,
  transactionRef: body.transactionRef,
  amountCents: body.amount ?? null,
  isWhole: body.whole ?? false,
  reason: body.reason ?? null,
});
