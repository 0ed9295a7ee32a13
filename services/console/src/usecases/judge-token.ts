import { operations } from '@loyalty/client';
import type { SendToApi } from './forward-call.ts';
import type { JudgeToken } from './sign-in.ts';

/** The smallest read there is. An API that is away keeps nobody from signing in. */
export const createJudgeToken =
  (send: SendToApi): JudgeToken =>
  async (accessToken, tenantId) => {
    try {
      const { status, body } = await send({
        operationId: 'listTiers',
        operation: operations.listTiers,
        path: `/tenants/${tenantId}/tiers?limit=1`,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
        body: null,
        signal: AbortSignal.timeout(judgeMaxMs),
      });
      body.resume();
      // A token without `read` gets 403 here, and may still serve for something else.
      return status === 401 ? 'refused' : status === 404 ? 'unknown tenant' : 'accepted';
    } catch {
      return 'accepted';
    }
  };

/** A person waits for it. */
const judgeMaxMs = 3_000;
