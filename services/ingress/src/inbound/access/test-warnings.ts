import { operations, type Warning, warningsMax } from '@loyalty/contracts/http';
import { type Handler, isProblem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { hasActiveCampaign } from '@loyalty/tables/campaigns/management';
import type { Routes } from '../routes.ts';

type SomeHandler = Handler<never, never, never>;
type TestRequest = Parameters<SomeHandler>[0];

/**
 * Tells test keys in a header what their requests with a reference probably meant otherwise (D338): the
 * response is kept under the reference, and must not depend on when it is read.
 */
export const warningTests = (routes: Routes, db: DatabaseShares): Routes => {
  const warning: Partial<Record<keyof Routes, SomeHandler>> = {};
  for (const { operationId } of operations.filter(({ hasReference }) => hasReference)) {
    const handle = routes[operationId as keyof Routes] as SomeHandler;
    const warned = warnedBy(handle, operationId === 'evaluateTransaction' ? db : null);
    // A live request takes no further turn of the event loop.
    warning[operationId as keyof Routes] = (request: TestRequest) =>
      request.credential.mode === 'test' ? warned(request) : handle(request);
  }
  // Each handler takes what the one behind it takes.
  return Object.assign({}, routes, warning as Partial<Routes>);
};

const noActiveCampaign: Warning = {
  code: 'NO_ACTIVE_CAMPAIGN',
  message:
    'The environment has no ACTIVE campaign, so the receipt earned nothing and its reference is used up.',
  pointer: '',
};

/** `campaigns` is given for receipts, which earn nothing without an active campaign. */
const warnedBy =
  (handle: SomeHandler, campaigns: DatabaseShares | null): SomeHandler =>
  async (request) => {
    const response = await handle(request);
    if (isProblem(response)) return response;
    const { environmentId } = request.credential;
    const isIdle =
      campaigns !== null && !(await hasActiveCampaign(campaigns.of(environmentId), environmentId));
    const warnings = [...(isIdle ? [noActiveCampaign] : []), ...request.warnings].slice(0, warningsMax);
    return { ...response, warnings };
  };
