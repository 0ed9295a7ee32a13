import type { CampaignAward } from './api.ts';
import { expectContract, send, type Sent } from './contract.ts';

/** One result of a bulk call. A missing field is undefined, and the assertion fails. */
export interface BulkResult {
  readonly index: number;
  readonly transactionRef: string | null;
  readonly status: number;
  readonly replayed: boolean;
  readonly mismatch: boolean;
  readonly body: {
    readonly transactionId: string;
    readonly pointsAwarded: number;
    readonly pointsBalance: number;
    readonly campaigns: readonly CampaignAward[];
    readonly _debug?: { readonly campaignChecks: readonly { readonly reason: string }[] };
  };
  readonly problem: { readonly code: string; readonly context: unknown };
  readonly location: string;
}

/** The response of a bulk call, checked against the contract. */
export interface BulkAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly results: readonly BulkResult[];
}

/** Creates a caller of bulk evaluate for a tenant and key; `origin` is an ingress other than the stack's. */
export const createBulk =
  (tenantId: string, key: string) =>
  async (items: unknown, headers: Sent['headers'] = {}, origin?: string): Promise<BulkAnswer> => {
    const path = `/v1/tenants/${tenantId}/transactions/evaluate/bulk`;
    const sent = { body: { items }, headers: { 'X-API-Key': key, ...headers } };
    const answer = await send('POST', path, origin === undefined ? sent : { ...sent, origin });
    expectContract('bulkEvaluateTransactions', answer);
    const { results = [] } = JSON.parse(answer.text) as { results?: readonly BulkResult[] };
    return { ...answer, results };
  };
