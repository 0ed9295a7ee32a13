import { operations, type Warning, warningsMax } from '@loyalty/contracts/http';
import { type Handler, isProblem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { hasActiveCampaign } from '@loyalty/tables/campaigns/management';
import type { Routes } from '../routes.ts';

type SomeHandler = Handler<never, never, never>;

/**
 * Tells test keys in a header what their requests with a reference probably meant otherwise (D338): the
 * response is kept under the reference, and must not depend on when it is read.
 */
export const warningTests = (routes: Routes, db: DatabaseShares): Routes => {
  const warning: Partial<Record<keyof Routes, SomeHandler>> = {};
  for (const { operationId } of operations.filter(({ hasReference }) => hasReference)) {
    const handle = routes[operationId as keyof Routes] as SomeHandler;
    const isEvaluate = operationId === 'evaluateTransaction';
    warning[operationId as keyof Routes] = async (request) => {
      const response = await handle(request);
      const { credential, warnings: ofBody } = request;
      if (credential.mode !== 'test' || isProblem(response)) return response;
      const { environmentId } = credential;
      const isIdle = isEvaluate && !(await hasActiveCampaign(db.of(environmentId), environmentId));
      const warnings = [...(isIdle ? [noActiveCampaign] : []), ...ofBody].slice(0, warningsMax);
      return { ...response, warnings };
    };
  }
  // Each handler takes what the one behind it takes.
  return Object.assign({}, routes, warning as Partial<Routes>);
};

const noActiveCampaign: Warning = {
  code: 'NO_ACTIVE_CAMPAIGN',
  message: 'The environment has no ACTIVE campaign, so the receipt earned nothing and its reference is used.',
  pointer: '',
};
