import { hash } from 'node:crypto';
import { canonicalJson } from '@loyalty/contracts/payloads';
import { type HttpRequest, type HttpResponse, isProblem, problem, type Problem } from '@loyalty/http/api';
import type { Database, DatabaseShares, Transaction } from '@loyalty/storage';
import type { SecretBox } from '@loyalty/storage/secrets';
import { findKeptResponse, keepResponse } from '@loyalty/tables/kept-responses';
import type { Keeping } from '../usecases/management-writes.ts';

interface OnceSteps<Result> {
  /** Has at most one transaction, in a database of `keeping`, whose result is the result of the write. */
  readonly write: (keeping: Keeping) => Promise<Result>;
  readonly respond: (result: Result) => HttpResponse | Problem;
}

/**
 * Responds to a request that has no reference of its own. With an `Idempotency-Key`, the write is made once
 * within 24 hours, and a repeat gets the first response (D336). A refusal does not use up the key.
 */
export type OncePerKey = <Result>(
  request: HttpRequest,
  steps: OnceSteps<Result>,
) => Promise<HttpResponse | Problem>;

interface OncePerKeyOptions {
  readonly db: DatabaseShares;
  readonly box: SecretBox;
}

export const createOncePerKey =
  ({ db: shares, box }: OncePerKeyOptions): OncePerKey =>
  async (request, { write, respond }) => {
    const { idempotencyKey, credential } = request;
    if (idempotencyKey === null) return respond(await write((db) => db));
    const { environmentId } = credential;
    const place = { environmentId, id: idOf(request, idempotencyKey) };
    const fingerprint = fingerprintOf(request);
    const findKept = async () => {
      const kept = await findKeptResponse(shares.of(environmentId), box, place);
      if (kept === null) return null;
      if (!kept.fingerprint.equals(fingerprint)) return problem('IDEMPOTENCY_KEY_REUSED');
      return kept.response === null ? problem('INTERNAL_ERROR') : replayed(kept.response);
    };
    const keep = async (tx: Transaction, result: Parameters<typeof respond>[0]): Promise<void> => {
      const response = respond(result);
      if (isProblem(response)) return;
      const row = {
        ...place,
        fingerprint,
        memberId: memberIdIn(response),
        response: JSON.stringify(response),
      };
      if (!(await keepResponse(tx, box, row))) throw new KeyTaken();
    };
    const earlier = await findKept();
    if (earlier !== null) return earlier;
    const response = await write((db) => keepingDatabase(db, keep)).then(respond, (failure: unknown) => {
      if (failure instanceof KeyTaken) return null;
      throw failure;
    });
    if (response !== null && !isProblem(response)) return response;
    // What refuses it may be the same request, which was faster.
    return (await findKept()) ?? response ?? problem('SERVICE_UNAVAILABLE', { reason: 'lost_race' });
  };

/** Another request with this key has just ended; the transaction is rolled back. */
class KeyTaken extends Error {}

const keepingDatabase = (
  db: Database,
  keep: (tx: Transaction, result: never) => Promise<void>,
): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      await keep(tx, result as never);
      return result;
    }),
});

/** A key belongs to the operation and the credential, so that no other credential sees a secret in a response. */
const idOf = ({ operationId, credential: { kind, subject } }: HttpRequest, key: string): string => {
  const digits = hash('sha256', [operationId, kind, subject, key].join('\0'));
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
};

const fingerprintOf = ({ params, body = null }: HttpRequest): Buffer =>
  hash('sha256', canonicalJson([params, body]), 'buffer');

/** `JSON.parse` of what was kept, which `createOncePerKey` has written. */
const replayed = (kept: string): HttpResponse => {
  const { headers, ...response } = JSON.parse(kept) as HttpResponse;
  return { ...response, headers: { ...headers, 'Idempotent-Replayed': 'true' } };
};

const memberIdIn = ({ body }: HttpResponse): string | null => {
  const { memberId } = (body ?? {}) as { readonly memberId?: unknown };
  return typeof memberId === 'string' ? memberId : null;
};
