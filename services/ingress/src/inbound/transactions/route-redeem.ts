import type { RedeemRequest } from '@loyalty/contracts';
import type { BodyOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import { faultsOfRedeemRequest } from '@loyalty/rules/requests';
import { authorOfCall } from '../../audited-calls.ts';
import type { Redeem } from '../../usecases/transactions/member-request.ts';
import type { GetBurnRate, QuoteRedemption } from '../../usecases/transactions/quote-redemption.ts';
import { simulatedRef } from '../../usecases/transactions/simulate.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid } from '../responses.ts';
import type { LoadCallEnvironment, Routes } from '../routes.ts';

interface RedeemRoutesOptions {
  readonly redeem: Redeem;
  readonly quoteRedemption: QuoteRedemption;
  readonly getBurnRate: GetBurnRate;
  readonly loadEnvironment: LoadCallEnvironment;
  readonly respondToRequest: RespondToRequest;
}

/** Creates the routes for redemptions (interface 4.1, D38 to D43). */
export const createRedeemRoutes = (
  options: RedeemRoutesOptions,
): Pick<Routes, 'redeemPoints' | 'quoteRedemption' | 'getBurnRate'> => ({
  redeemPoints: redeemRoute(options),
  quoteRedemption: quoteRoute(options),
  getBurnRate: burnRateRoute(options),
});

const redeemRoute =
  (options: RedeemRoutesOptions): Handler<unknown, unknown, BodyOf<'redeemPoints'>> =>
  async ({ credential, body, headers, traceparent, tenantId, withinLimit }) => {
    const { secret, currency } = await options.loadEnvironment(credential);
    const request = redeemRequestOf(body.transactionRef, body, currency);
    const faults = faultsOfRedeemRequest(request);
    if (faults.length > 0) return invalid(faults);
    const outcome = await options.redeem({
      environmentId: credential.environmentId,
      secret,
      currency,
      request,
      isAsync: prefersAsync(headers['prefer']),
      traceparent,
      author: authorOfCall(credential),
      withinLimit,
    });
    const { environmentId } = credential;
    const ref = body.transactionRef;
    return options.respondToRequest(outcome, { environmentId, tenantId, operation: 'redeem', ref });
  };

const quoteRoute =
  ({
    quoteRedemption,
    loadEnvironment,
  }: RedeemRoutesOptions): Handler<unknown, unknown, BodyOf<'quoteRedemption'>> =>
  async ({ credential, body }) => {
    const { secret, currency } = await loadEnvironment(credential);
    const order = redeemRequestOf(simulatedRef(), body, currency);
    const faults = faultsOfRedeemRequest(order);
    if (faults.length > 0) return invalid(faults);
    const { environmentId } = credential;
    const { memberRef } = order;
    const quoted = await quoteRedemption({ environmentId, secret, memberRef, order });
    if (quoted.outcome === 'answered') return { status: 200, body: quoted.response };
    if (quoted.code === 'REFERENCE_BLOCKED') return problem(quoted.code);
    return problem(quoted.code, { context: quoted.context });
  };

const burnRateRoute =
  ({ getBurnRate }: RedeemRoutesOptions): Handler<unknown, QueryOf<'getBurnRate'>> =>
  async ({ credential, query }) => {
    const asked = { campaignId: query.campaignId?.toLowerCase() ?? null };
    return { status: 200, body: await getBurnRate(credential.environmentId, asked) };
  };

/**
 * Absent fields and the currency of the environment become null here and nowhere else, so that the same redeem
 * has the same bytes (D15).
 */
const redeemRequestOf = (
  transactionRef: string,
  body: BodyOf<'quoteRedemption'>,
  ofEnvironment: string,
): RedeemRequest => ({
  transactionRef,
  memberRef: body.memberRef,
  amountCents: body.amount,
  pointsRequested: body.pointsRequested,
  campaignId: body.campaignId?.toLowerCase() ?? null,
  storeRef: body.storeRef ?? null,
  maxDiscountPercentOfBasket: body.maxDiscountPercentOfBasket ?? null,
  currency: body.currency === ofEnvironment ? null : (body.currency ?? null),
});
