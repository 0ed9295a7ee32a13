import type { EvaluateRequest } from '@loyalty/contracts';
import type { AnyHandler, Credential, Handler, HttpRequest } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { createTestClock } from '../../testing/test-clock.ts';
import type { EngineOutcome } from '../../usecases/engines/request-outcome.ts';
import type { MemberCall } from '../../usecases/transactions/member-request.ts';
import { createRespondToRequest } from '../request-response.ts';
import { createTransactionRoutes, transactionResponse } from './route-transactions.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a' as TenantId;
const secret = Buffer.alloc(32, 1);

const credential: Credential = {
  kind: 'key',
  id: 'k',
  tenantId,
  environmentId: 3 as EnvironmentId,
  mode: 'test',
  permissions: new Set(['admin']),
  rateLimitPerMinute: 60,
  subject: '0198c0de-7a11-7b2c-8a17-93d1e6f0a108',
};

const knownId = '0198c0de-7a11-8c3e-9f21-4b7d2a90c001';
const body = { transactionRef: 'receipt-1', memberRef: 'customer-42', amount: 15000 };

const asking = (given: Partial<HttpRequest>): HttpRequest => ({
  operationId: 'evaluateTransaction',
  credential,
  tenantId,
  params: {},
  query: {},
  body,
  warnings: [],
  ifMatch: null,
  idempotencyKey: null,
  headers: {},
  requestId: 'request-1',
  serverRequestId: 'ours-1',
  address: null,
  traceparent: 'trace',
  signal: new AbortController().signal,
  withinLimit: Promise.resolve(),
  ...given,
});

const notYet = { pointer: '/amount', message: 'must be an integer ≥ 1' };

/** Routes over an evaluate that always comes to the same, and what they did. */
const routesOver = (outcome: EngineOutcome, isLimited = false) => {
  const calls: MemberCall<EvaluateRequest>[] = [];
  const counted: string[] = [];
  const routes = createTransactionRoutes({
    evaluate: (call) => {
      calls.push(call);
      return Promise.resolve(outcome);
    },
    previewBasket: () => Promise.resolve({ outcome: 'refused', code: 'MEMBER_ERASED' }),
    getTransaction: ({ operation, ref }) =>
      Promise.resolve({ outcome: 'decided', body: Buffer.from(`${operation} ${ref}`) }),
    findResponse: (_, id) =>
      Promise.resolve(
        id === knownId ? { operation: 'evaluate', ref: 'r', response: Buffer.from(`by id ${id}`) } : null,
      ),
    readActs: (_, names) => Promise.resolve(names.map(() => ({ author: null, storeRef: 's1' }))),
    findPurchase: () => Promise.resolve(null),
    limitEvaluate: () => Promise.resolve(isLimited ? { problem: 'RATE_LIMITED', retryAfterS: 2 } : null),
    findEmptyBasketFault: ({ amountCents }) => (amountCents === 0 ? notYet : null),
    loadEnvironment: () => Promise.resolve({ secret, currency: 'ZAR' }),
    clock: createTestClock(Date.parse('2026-03-01T08:00:00.000Z')),
    respondToRequest: createRespondToRequest({
      basePath: '/v1',
      metrics: { count: (name) => counted.push(name) },
      rejectsMismatch: () => Promise.resolve(false),
    }),
  });
  const response = (name: keyof typeof routes, given: Partial<HttpRequest> = {}) =>
    handlerOf(routes[name])(asking(given));
  return { response, calls, counted };
};

/** The server passes the validated input to each handler; here the tests do. */
const handlerOf = (handler: AnyHandler | undefined): Handler => handler as unknown as Handler;

const answered: EngineOutcome = {
  outcome: 'answered',
  body: Buffer.from('{}'),
  isReplayed: false,
  isMismatched: false,
};

describe('the route of evaluate', () => {
  it('submits the receipt and responds with its outcome', async () => {
    const { response, calls, counted } = routesOver(answered);
    expect(await response('evaluateTransaction')).toMatchObject({ status: 200 });
    expect(calls).toMatchObject([
      { environmentId: 3, secret, isAsync: false, traceparent: 'trace', request: { amountCents: 15000 } },
    ]);
    expect(counted).toEqual([]);
  });

  it('counts what was answered again', async () => {
    const { response, counted } = routesOver({ ...answered, isReplayed: true });
    await response('evaluateTransaction');
    expect(counted).toEqual(['loyalty_repeats_total']);
  });

  it('does not wait where the caller prefers not to', async () => {
    const { response, calls } = routesOver({ outcome: 'accepted' });
    const accepted = await response('evaluateTransaction', { headers: { prefer: 'respond-async' } });
    expect(calls).toMatchObject([{ isAsync: true }]);
    expect(accepted).toMatchObject({
      status: 202,
      body: { location: `/v1/tenants/${tenantId}/transactions/receipt-1?operation=evaluate` },
    });
  });

  it('responds with 400 for a receipt that the engine would refuse', async () => {
    const { response, calls } = routesOver(answered);
    const refused = await response('evaluateTransaction', { body: { ...body, currency: 'ABC' } });
    expect(refused).toMatchObject({
      problem: 'VALIDATION_ERROR',
      context: { errors: [{ pointer: '/currency' }] },
    });
    expect(calls).toEqual([]);
  });

  it('responds with 400 for a basket of 0 that an older process would give up (D333)', async () => {
    const { response, calls } = routesOver(answered);
    const refused = await response('evaluateTransaction', { body: { ...body, amount: 0 } });
    expect(refused).toMatchObject({ problem: 'VALIDATION_ERROR', context: { errors: [notYet] } });
    expect(calls).toEqual([]);
  });

  it('responds with 429 over its own limit (D5)', async () => {
    const { response, calls } = routesOver(answered, true);
    expect(await response('evaluateTransaction')).toEqual({ problem: 'RATE_LIMITED', retryAfterS: 2 });
    expect(calls).toEqual([]);
  });
});

describe('the route of simulate', () => {
  it('responds with the refusal of a member', async () => {
    expect(await routesOver(answered).response('simulateTransaction')).toEqual({ problem: 'MEMBER_ERASED' });
  });
});

describe('the route of a transaction', () => {
  it.each([
    [{}, 'evaluate receipt-1'],
    [{ operation: 'redeem' }, 'redeem receipt-1'],
  ])('looks for the operation in the query %p', async (query, found) => {
    const params = { transactionRef: 'receipt-1' };
    const { response } = routesOver(answered);
    const decided = { status: 200, body: Buffer.from(found) };
    expect(await response('getTransaction', { params, query })).toEqual(decided);
    expect(await response('findTransaction', { query: { ...query, ...params } })).toEqual(decided);
  });

  it('finds what was decided by its id, and needs one of both names (D112)', async () => {
    const find = (query: object) => routesOver(answered).response('findTransaction', { query: { ...query } });
    const found = { status: 200, body: Buffer.from(`by id ${knownId}`) };
    expect(await find({ transactionId: knownId })).toEqual(found);
    expect(await find({ transactionId: 'another' })).toMatchObject({ problem: 'TRANSACTION_NOT_FOUND' });
    for (const query of [{}, { transactionId: knownId, transactionRef: 'receipt-1' }])
      expect(await find(query)).toMatchObject({ problem: 'VALIDATION_ERROR' });
  });
});

describe('the answer to what became of a reference (D36)', () => {
  it('is its stored bytes', () => {
    const body = Buffer.from('{"state":"PROCESSED"}');
    expect(transactionResponse({ outcome: 'decided', body }, 'request-1')).toEqual({ status: 200, body });
  });

  it('is 200 with the problem that it ended in', () => {
    const failure = { code: 'MEMBER_SUSPENDED', context: { a: 1 } };
    expect(transactionResponse({ outcome: 'failed', failure }, 'request-1')).toEqual({
      status: 200,
      body: {
        state: 'FAILED',
        problem: {
          type: 'https://errors.loyalty.dev/member-suspended',
          title: 'The member is suspended',
          status: 403,
          detail: 'A suspended member can neither earn nor redeem points. Reinstate the member first.',
          code: 'MEMBER_SUSPENDED',
          requestId: 'request-1',
          context: { a: 1 },
        },
      },
    });
  });

  it('is PROCESSING_FAILED for a code that nobody has described', () => {
    const response = transactionResponse(
      { outcome: 'failed', failure: { code: 'UNDECODABLE', context: {} } },
      'r',
    );
    expect(response).toMatchObject({ body: { problem: { code: 'PROCESSING_FAILED', status: 503 } } });
  });

  it('is 404 with a second to wait while nothing is known', () => {
    expect(transactionResponse({ outcome: 'unknown' }, 'r')).toEqual({
      problem: 'TRANSACTION_NOT_FOUND',
      retryAfterS: 1,
    });
  });
});
