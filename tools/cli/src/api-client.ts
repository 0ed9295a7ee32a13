import { Pool } from 'undici';
import type { FieldError } from '@loyalty/contracts/http';
import type { Mode } from '@loyalty/rules';
import { modeOfKey } from '@loyalty/tables/tenants';
import { reasonOf, UsageFault } from './failures.ts';
import type { CommandContext } from './session.ts';

/** Posts bodies to one route. */
export interface ApiClient {
  /** Never throws: a failed connection is a response of status 0. */
  post(body: Buffer): Promise<ApiResponse>;
  close(): Promise<void>;
}

interface ApiClientOptions {
  /** Ends with `/v1`. */
  readonly baseUrl: string;
  readonly tenantId: string;
  /** Below the tenant. */
  readonly path: string;
  readonly apiKey: string;
  readonly connectionsMax: number;
  /** Longer than the server takes: a dead connection must not take for ever. */
  readonly responseWithinMs: number;
}

export const createApiClient = (options: ApiClientOptions): ApiClient => {
  const { baseUrl, tenantId, apiKey, connectionsMax, responseWithinMs } = options;
  const { origin, pathname } = new URL(baseUrl);
  const path = `${pathname.replace(/\/+$/, '')}/tenants/${tenantId}${options.path}`;
  const pool = new Pool(origin, {
    connections: connectionsMax,
    headersTimeout: responseWithinMs,
    bodyTimeout: responseWithinMs,
    connect: { timeout: responseWithinMs },
  });
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  return {
    post: async (body) => {
      try {
        const response = await pool.request({ path, method: 'POST', headers, body });
        return {
          status: response.statusCode,
          retryAfterS: secondsOf(response.headers['retry-after']),
          body: await response.body.text(),
          isReplayed: response.headers['idempotent-replayed'] === 'true',
          isMismatched: response.headers['idempotency-mismatch'] === 'true',
        };
      } catch (failure) {
        return {
          status: 0,
          retryAfterS: null,
          body: reasonOf(failure),
          isReplayed: false,
          isMismatched: false,
        };
      }
    },
    close: () => pool.close(),
  };
};

const secondsOf = (header: string | string[] | undefined): number | null => {
  const seconds = Number(header);
  return typeof header === 'string' && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};

/** Status 0, with the reason as the body, when there was no response. */
export interface ApiResponse {
  readonly status: number;
  readonly retryAfterS: number | null;
  readonly body: string;
  readonly isReplayed: boolean;
  readonly isMismatched: boolean;
}

interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
}

/** D7; without a code when the body holds none, as from a proxy. */
export const problemIn = (body: string): ProblemBody => {
  try {
    const { code, detail, context } = JSON.parse(body) as {
      code?: string;
      detail?: string;
      context?: { errors?: readonly FieldError[] };
    };
    const errors = context?.errors;
    return { code: code ?? '', detail: detail ?? '', ...(Array.isArray(errors) ? { errors } : {}) };
  } catch {
    return { code: '', detail: '' };
  }
};

export const reasonIn = (
  { status, body }: Pick<ApiResponse, 'status' | 'body'>,
  { code, detail }: ProblemBody,
): string => {
  if (status === 0) return body;
  return [status.toString(), code, detail.replace(/\.$/, '')].filter((part) => part !== '').join(' ');
};

export interface ApiFlags {
  readonly tenant: string;
  readonly mode: Mode;
  readonly key?: string;
  readonly baseUrl?: string;
}

/** Throws a UsageFault where there is no address, no key, or a key of the other mode. */
export const apiAccessOf = (
  task: CommandContext,
  flags: ApiFlags,
): Pick<ApiClientOptions, 'baseUrl' | 'apiKey'> => {
  const baseUrl = flags.baseUrl ?? task.addresses.baseUrl();
  if (!URL.canParse(baseUrl) || !baseUrl.startsWith('http'))
    throw new UsageFault(`${baseUrl} is no address of an API: name one with --base-url http://host:port/v1.`);
  const apiKey = flags.key ?? task.config.apiKey ?? demoKey(task, flags);
  if (apiKey === undefined) throw new UsageFault('Via http needs a key: --key, or LOYALTY_API_KEY.');
  requireModeOfKey(apiKey, flags.mode);
  return { baseUrl, apiKey };
};

/** The key decides where everything goes, whatever --mode says. Others than ours are left to the server. */
const requireModeOfKey = (apiKey: string, mode: Mode): void => {
  const ofKey = modeOfKey(apiKey);
  if (ofKey === null || ofKey === mode) return;
  throw new UsageFault(
    `The key is a ${ofKey} key, and --mode is ${mode}: say --mode ${ofKey}, or give a ${mode} key. Nothing was sent.`,
  );
};

/** The local stack has written down the keys that it created. */
const demoKey = (task: CommandContext, { tenant, mode }: ApiFlags): string | undefined => {
  const found = task.addresses.localStack()?.tenants.find(({ tenantId }) => tenantId === tenant);
  return mode === 'live' ? found?.liveKey : found?.testKey;
};
