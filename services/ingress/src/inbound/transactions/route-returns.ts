import type { BodyOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import { faultsOfBurnRequest } from '@loyalty/rules/requests';
import type { ReturnCall, ReturnPurchase } from '../../usecases/transactions/return-purchase.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid } from '../responses.ts';
import type { Routes } from '../routes.ts';

interface ReturnRoutesOptions {
  readonly returnPurchase: ReturnPurchase;
  readonly respondToRequest: RespondToRequest;
}

/** D165 to D170. */
export const createReturnRoutes = (options: ReturnRoutesOptions): Pick<Routes, 'returnPurchase'> => ({
  returnPurchase: returnRoute(options),
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

/** The receipt's is known later. */
const anyKey = Buffer.alloc(16);

/** Absent fields become null here and nowhere else, so that the same return has the same bytes (D15). */
const orderOf = (body: BodyOf<'returnPurchase'>): ReturnCall['order'] => ({
  kind: 'RETURN',
  ref: body.returnRef,
  transactionRef: body.transactionRef,
  amountCents: body.amount ?? null,
  isWhole: body.whole ?? false,
  redeemRef: body.redeemRef ?? null,
  reason: body.reason ?? null,
});
