import type { RedeemRequest } from '@loyalty/contracts';
import type { BodyOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import { defaultCurrency } from '@loyalty/contracts';
import { faultsOfRedeemRequest } from '@loyalty/rules/requests';
import { authorOfCall } from '../../audited-calls.ts';
import type { Redeem } from '../../usecases/transactions/member-request.ts';
import type { GetBurnRate, QuoteRedemption } from '../../usecases/transactions/quote-redemption.ts';
import { simulatedRef } from '../../usecases/transactions/simulate.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';

interface RedeemRoutesOptions {
  readonly redeem: Redeem;
  readonly quoteRedemption: QuoteRedemption;
  readonly getBurnRate: GetBurnRate;
  readonly loadSecret: LoadEnvironmentSecret;
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
    const request = redeemRequestOf(body.transactionRef, body);
    const faults = faultsOfRedeemRequest(request);
    if (faults.length > 0) return invalid(faults);
    const outcome = await options.redeem({
      environmentId: credential.environmentId,
      secret: await options.loadSecret(credential),
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
    loadSecret,
  }: RedeemRoutesOptions): Handler<unknown, unknown, BodyOf<'quoteRedemption'>> =>
  async ({ credential, body }) => {
    const order = redeemRequestOf(simulatedRef(), body);
    const faults = faultsOfRedeemRequest(order);
    if (faults.length > 0) return invalid(faults);
    const { environmentId } = credential;
    const { memberRef } = order;
    const secret = await loadSecret(credential);
    const quoted = await quoteRedemption({ environmentId, secret, memberRef, order });
    if (quoted.outcome === 'refused') return problem(quoted.code, { context: quoted.context });
    return { status: 200, body: quoted.response };
  };

const burnRateRoute =
  ({ getBurnRate }: RedeemRoutesOptions): Handler<unknown, QueryOf<'getBurnRate'>> =>
  async ({ credential, query }) => {
    const asked = { campaignId: query.campaignId?.toLowerCase() ?? null };
    return { status: 200, body: await getBurnRate(credential.environmentId, asked) };
  };

/**
 * Absent fields and the default currency become null here and nowhere else, so that the same redeem has the
 * same bytes (D15).
 */
const redeemRequestOf = (transactionRef: string, body: BodyOf<'quoteRedemption'>): RedeemRequest => ({
  transactionRef,
  memberRef: body.memberRef,
  amountCents: body.amount,
  pointsRequested: body.pointsRequested,
  campaignId: body.campaignId?.toLowerCase() ?? null,
  storeRef: body.storeRef ?? null,
  maxDiscountPercentOfBasket: body.maxDiscountPercentOfBasket ?? null,
  currency: body.currency === defaultCurrency ? null : (body.currency ?? null),
});
