import { Pool } from 'undici';
import { reasonOf } from '../failure-sentence.ts';
import type { EvaluateHttpResponse } from './evaluate-verdict.ts';

/** Posts bodies to evaluate. */
export interface EvaluateClient {
  /** Never throws: a failed connection is a response of status 0. */
  evaluate(body: Buffer): Promise<EvaluateHttpResponse>;
  close(): Promise<void>;
}

export interface EvaluateClientOptions {
  /** Ends with `/v1`. */
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly connectionsMax: number;
}

/** The ingress itself responds within 3 s. A proxy may take longer; a dead connection must not take for ever. */
const answerWithinMs = 15_000;

/** Creates a client with one connection for each concurrent request. */
export const createEvaluateClient = (options: EvaluateClientOptions): EvaluateClient => {
  const { baseUrl, tenantId, apiKey, connectionsMax } = options;
  const { origin, pathname } = new URL(baseUrl);
  const path = `${pathname.replace(/\/+$/, '')}/tenants/${tenantId}/transactions/evaluate`;
  const pool = new Pool(origin, {
    connections: connectionsMax,
    headersTimeout: answerWithinMs,
    bodyTimeout: answerWithinMs,
    connect: { timeout: answerWithinMs },
  });
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  return {
    evaluate: async (body) => {
      try {
        const answer = await pool.request({ path, method: 'POST', headers, body });
        return {
          status: answer.statusCode,
          retryAfterS: secondsOf(answer.headers['retry-after']),
          body: await answer.body.text(),
        };
      } catch (failure) {
        return { status: 0, retryAfterS: null, body: reasonOf(failure) };
      }
    },
    close: () => pool.close(),
  };
};

const secondsOf = (header: string | string[] | undefined): number | null => {
  const seconds = Number(header);
  return typeof header === 'string' && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};
