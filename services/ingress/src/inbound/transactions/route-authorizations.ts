import type { BodyOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import { memberKeyOf } from '@loyalty/kernel';
import { authorizationOf, faultsOfBurnRequest } from '@loyalty/rules/requests';
import { authorOfCall } from '../../audited-calls.ts';
import type { AuthorizeRedemption, EndRedemption } from '../../usecases/transactions/authorize-redemption.ts';
import { prefersAsync, type RespondToRequest } from '../request-response.ts';
import { invalid } from '../responses.ts';
import type { LoadCallEnvironment, Routes } from '../routes.ts';

interface AuthorizationRoutesOptions {
  readonly authorizeRedemption: AuthorizeRedemption;
  readonly endRedemption: EndRedemption;
  readonly loadEnvironment: LoadCallEnvironment;
  readonly respondToRequest: RespondToRequest;
}

/** Creates the routes for authorizations (D186 to D190). */
export const createAuthorizationRoutes = (
  options: AuthorizationRoutesOptions,
): Pick<Routes, 'authorizeRedemption' | 'captureRedemption' | 'voidRedemption'> => ({
  authorizeRedemption: authorizeRoute(options),
  captureRedemption: endRoute(options, 'capture'),
  voidRedemption: endRoute(options, 'void'),
});

const authorizeRoute =
  ({
    authorizeRedemption,
    loadEnvironment,
    respondToRequest,
  }: AuthorizationRoutesOptions): Handler<unknown, unknown, BodyOf<'authorizeRedemption'>> =>
  async ({ credential, body, headers, traceparent, tenantId, withinLimit }) => {
    const { environmentId } = credential;
    const { secret, currency } = await loadEnvironment(credential);
    const request = authorizationOf(body, { memberKey: memberKeyOf(secret, body.memberRef), currency });
    const faults = faultsOfBurnRequest(request);
    if (faults.length > 0) return invalid(faults);
    const isAsync = prefersAsync(headers['prefer']);
    const outcome = await authorizeRedemption({
      environmentId,
      request,
      isAsync,
      traceparent,
      author: authorOfCall(credential),
      withinLimit,
    });
    return respondToRequest(outcome, {
      environmentId,
      tenantId,
      operation: 'redeem',
      ref: body.transactionRef,
    });
  };

const endRoute =
  (
    { endRedemption, respondToRequest }: AuthorizationRoutesOptions,
    operation: 'capture' | 'void',
  ): Handler<unknown, unknown, BodyOf<'captureRedemption'>> =>
  async ({ credential, body: { transactionRef: ref, storeRef = null }, headers, traceparent, tenantId }) => {
    const { environmentId } = credential;
    const isAsync = prefersAsync(headers['prefer']);
    const author = authorOfCall(credential);
    const call = { environmentId, operation, ref, storeRef, isAsync, traceparent, author };
    const outcome = await endRedemption(call);
    return respondToRequest(outcome, { environmentId, tenantId, operation, ref });
  };
