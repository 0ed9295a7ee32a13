import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'undici';
import type { Receipt } from './receipts.ts';
import type { Tally } from './tally.ts';

/** A response; status 0: the connection broke, or nothing came within the patience. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A call of the API; `path` follows `/tenants/{id}`. A body that is text goes out as it is. */
export interface Call {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The key of a caller, and its tenant. */
export interface Credentials {
  readonly tenantId: string;
  readonly key: string;
  /** Sent in place of the key. */
  readonly token?: string;
}

const broken: Answer = { status: 0, text: '' };
const triesMax = 40;
const retryMs = 250;

/** Calls the API of one tenant with one key, and counts the responses. */
export class Caller {
  readonly tally: Tally;
  readonly credentials: Credentials;
  readonly #pool: Pool;

  constructor(pool: Pool, credentials: Credentials, tally: Tally) {
    this.#pool = pool;
    this.credentials = credentials;
    this.tally = tally;
  }

  /** Sends a request once. */
  async send({ method, path, body, headers = {} }: Call): Promise<Answer> {
    const { tenantId, key, token } = this.credentials;
    const proof = token === undefined ? { 'x-api-key': key } : { authorization: `Bearer ${token}` };
    const answer = await this.#pool
      .request({
        method,
        path: `/v1/tenants/${tenantId}${path}`,
        headers: Object.assign(proof, body === undefined ? {} : json, headers),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      .then(async (response) => ({ status: response.statusCode, text: await response.body.text() }))
      .catch(() => broken);
    this.tally.count(answer.status);
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.send({ method: 'GET', path });
  }

  post(path: string, body?: object | string): Promise<Answer> {
    return this.send(body === undefined ? { method: 'POST', path } : { method: 'POST', path, body });
  }

  patch(path: string, body: object): Promise<Answer> {
    return this.send({ method: 'PATCH', path, body });
  }

  /** Posts until it is neither refused for a time nor broken, and returns the body; throws when it is refused for good. */
  async make<T = { readonly id: string }>(path: string, body?: object): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const { status, text } = await this.post(path, body);
      if (status >= 200 && status < 300) return JSON.parse(text) as T;
      const isLate = status === 0 || status === 429 || status === 503;
      if (!isLate || tries === triesMax) throw new Error(`${path} got ${status.toString()}: ${text}`);
      await pause(retryMs);
    }
  }

  /** Sends a receipt once, and notes its reference when it is acknowledged. */
  async evaluate(receipt: Receipt, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const answer = await this.send({
      method: 'POST',
      path: '/transactions/evaluate',
      body: receipt,
      headers,
    });
    if (answer.status === 200 || answer.status === 202) this.tally.acknowledge([receipt.transactionRef]);
    return answer;
  }

  /** Sends receipts in one call, and notes the references of those that are acknowledged. */
  async bulk(items: readonly Receipt[], headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const path = '/transactions/evaluate/bulk';
    const answer = await this.send({ method: 'POST', path, body: { items }, headers });
    if (answer.status !== 200) return answer;
    const { results } = JSON.parse(answer.text) as BulkResults;
    for (const { status } of results) this.tally.countItem(status);
    this.tally.acknowledge(
      results.flatMap(({ status, transactionRef }) =>
        status === 200 && transactionRef !== null ? [transactionRef] : [],
      ),
    );
    return answer;
  }
}

const json = { 'content-type': 'application/json' };

interface BulkResults {
  readonly results: readonly { readonly status: number; readonly transactionRef: string | null }[];
}
