import { readLocalStack } from '@loyalty/stack';
import type { DeliveryRecord } from '@loyalty/tables/webhooks/management';

/** An HTTP response. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it was on the wire. */
  readonly text: string;
  readonly body: AnswerBody;
}

/** The award of one campaign in a response to a receipt or an event. */
export interface CampaignAward {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly pointsEarned: number;
  readonly rewardIds: readonly string[];
  readonly reducedBy?: string;
  readonly multiplier?: number;
}

/** The fields that tests read, of any route. A missing field is undefined, and the assertion fails. */
export interface AnswerBody {
  readonly id: string;
  readonly memberId: string;
  readonly transactionId: string;
  readonly memberCreated: boolean;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly state: string;
  readonly code: string;
  readonly secret: string;
  readonly failureReason: string | null;
  readonly campaigns: readonly CampaignAward[];
  readonly _debug?: { readonly campaignChecks: readonly { readonly reason: string }[] };
  readonly stampCards: readonly { readonly stampsCollected: number; readonly completed: boolean }[];
  readonly events: readonly { readonly eventId: string }[];
  readonly eventId: string;
  readonly definitionVersion: number;
  readonly version: number;
  readonly spentCents: number;
  readonly tiers: readonly unknown[];
  readonly tier: {
    readonly id: string | null;
    readonly nextTierId: string | null;
    readonly pointsToNextTier: number | null;
  };
  readonly eventDefinitions: readonly unknown[];
  readonly segments: readonly unknown[];
  readonly webhooks: readonly unknown[];
  readonly disabledReason: string | null;
  readonly deliveries: readonly DeliveryRecord[];
  readonly deliveryId: string;
  readonly memberCount: number;
  readonly lastRefreshedAt: string | null;
  readonly sampleMemberIds: readonly string[];
  readonly members: readonly {
    readonly id: string;
    readonly externalRef: string;
    readonly pointsBalance: number;
  }[];
  readonly entries: readonly { readonly balanceAfter: number }[];
  readonly rewards: readonly { readonly id: string; readonly state: string }[];
  readonly value: { readonly code?: string };
  readonly redeemedAt: string | null;
  readonly expiredAt: string | null;
  readonly nextCursor: string | null;
}

export interface Api {
  readonly tenantId: string;
  get(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  patch(path: string, body: unknown): Promise<ApiAnswer>;
  put(path: string, body: unknown): Promise<ApiAnswer>;
  delete(path: string): Promise<ApiAnswer>;
}

/** Calls the API of the running stack below `/tenants/{tenantId}` with a key. */
export const createApi = (tenantId: string, key: string, baseUrl: string = readLocalStack().baseUrl): Api => {
  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ApiAnswer> => {
    const answer = await fetch(`${baseUrl}/tenants/${tenantId}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) as AnswerBody };
  };
  return {
    tenantId,
    get: (path, headers = {}) => call('GET', path, { headers }),
    post: (path, body, headers = {}) => call('POST', path, { body, headers }),
    patch: (path, body) => call('PATCH', path, { body }),
    put: (path, body) => call('PUT', path, { body }),
    delete: (path) => call('DELETE', path),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
