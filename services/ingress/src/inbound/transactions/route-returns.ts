import type { BodyOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import { readReturn, type ReturnPurchase } from '../../usecases/transactions/return-purchase.ts';
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
    const read = readReturn(body);
    if (read.outcome === 'invalid') return invalid(read.faults);
    const { order } = read;
    const isAsync = prefersAsync(headers['prefer']);
    const outcome = await returnPurchase({ environmentId, order, isAsync, traceparent });
    return respondToRequest(outcome, { environmentId, tenantId, operation: 'return', ref: order.ref });
  };
