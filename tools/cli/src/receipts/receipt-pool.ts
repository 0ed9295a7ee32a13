import { Pool } from 'undici';
import type { ApiAccess } from '../api-access.ts';
import { reasonOf } from '../failures.ts';

/** Connections that send lines as they are, because the client would parse and serialise each receipt. */
export interface ReceiptPool {
  /** Sends a receipt. It never throws: a failed connection is a response with the status 0. */
  evaluate(receipt: Buffer): Promise<EvaluateResponse>;
  close(): Promise<void>;
}

/** The ingress responds within 3 s. A proxy may take longer. */
const responseWithinMs = 15_000;

export const createReceiptPool = (
  { baseUrl, tenantId, apiKey }: ApiAccess,
  connections: number,
): ReceiptPool => {
  const { origin, pathname } = new URL(baseUrl);
  const path = `${pathname.replace(/\/+$/, '')}/tenants/${tenantId}/transactions/evaluate`;
  const pool = new Pool(origin, {
    connections,
    headersTimeout: responseWithinMs,
    bodyTimeout: responseWithinMs,
    connect: { timeout: responseWithinMs },
  });
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  return {
    evaluate: async (body) => {
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

/** A response. Its status is 0, with the reason as the body, if there was none. */
export interface EvaluateResponse {
  readonly status: number;
  readonly retryAfterS: number | null;
  readonly body: string;
  readonly isReplayed: boolean;
  readonly isMismatched: boolean;
}
