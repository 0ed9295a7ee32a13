import { responseValidatorFor } from '@loyalty/contracts/documents';
import type { Credential, Handler, HttpRequest, HttpResponse } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { createTestClock } from '../../testing/test-clock.ts';
import type {
  BulkEvaluateCall,
  BulkResult,
  BulkReturnCall,
} from '../../usecases/transactions/ask-in-bulk.ts';
import { authorOfCall } from '../../audited-calls.ts';
import { createBulkRoutes } from './route-bulk.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a' as TenantId;
const credential: Credential = {
  kind: 'key',
  id: 'k',
  tenantId,
  environmentId: 3 as EnvironmentId,
  mode: 'test',
  subject: '0198c0de-7a11-7b2c-8a17-93d1e6f0a108',
  permissions: new Set(['admin']),
  rateLimitPerMinute: 60,
};

const stored = JSON.stringify({
  transactionId: '0198c0de-7a11-8c3e-9f21-4b7d2a90c001',
  transactionRef: 'a',
  state: 'PROCESSED',
  memberId: '0198c0de-7a11-8d4f-8e32-5c8e3b01d002',
  memberCreated: true,
  campaigns: [],
  pointsAwarded: 0,
  pointsBalance: 0,
});

const answered = {
  outcome: 'answered',
  body: Buffer.from(stored),
  isReplayed: false,
  isMismatched: false,
} as const;

const notYet = { pointer: '/amount', message: 'must be an integer ≥ 1' };

/** Asks the route of a bulk evaluate that comes to these results. */
const routeOver = (results: readonly BulkResult[], { rejects = false, isOverItems = false } = {}) => {
  const itemsCounted: number[] = [];
  const calls: BulkEvaluateCall[] = [];
  const returnCalls: BulkReturnCall[] = [];
  const counted: string[] = [];
  const routes = createBulkRoutes({
    bulkEvaluate: (call) => {
      calls.push(call);
      return Promise.resolve(results);
    },
    bulkReturn: (call) => {
      returnCalls.push(call);
      return Promise.resolve(results);
    },
    limitEvaluate: () => Promise.resolve(null),
    limitBulkItems: (_, count) => {
      itemsCounted.push(count);
      return Promise.resolve(isOverItems ? { problem: 'RATE_LIMITED', retryAfterS: 2 } : null);
    },
    findEmptyBasketFault: ({ amountCents }) => Promise.resolve(amountCents === 0 ? notYet : null),
    loadSecret: () => Promise.resolve(Buffer.alloc(32, 1)),
    loadEnvironment: () => Promise.resolve({ secret: Buffer.alloc(32, 1), currency: 'ZAR' }),
    clock: createTestClock(Date.parse('2026-03-01T08:00:00.000Z')),
    metrics: { count: (name) => counted.push(name) },
    basePath: '/v1',
    rejectsMismatch: () => Promise.resolve(rejects),
  });
  const handle = async (
    items: readonly unknown[],
    headers: HttpRequest['headers'] = {},
    operationId: keyof typeof routes = 'bulkEvaluateTransactions',
  ) => {
    const request: HttpRequest = {
      operationId,
      credential,
      tenantId,
      params: {},
      query: {},
      body: { items },
      warnings: [],
      ifMatch: null,
      idempotencyKey: null,
      headers,
      requestId: 'request-1',
      serverRequestId: 'ours-1',
      address: null,
      traceparent: 'trace',
      signal: new AbortController().signal,
      withinLimit: Promise.resolve(),
    };
    // The server passes the validated input to the handler; here the test does.
    return (routes[operationId] as unknown as Handler)(request);
  };
  const ask = async (...call: Parameters<typeof handle>) => {
    const [, , operationId = 'bulkEvaluateTransactions'] = call;
    const response = (await handle(...call)) as HttpResponse;
    const text = (response.body as Buffer).toString();
    const body = JSON.parse(text) as { results: Record<string, unknown>[] };
    expect(responseValidatorFor(operationId, response.status)(structuredClone(body)).ok).toBe(true);
    return { response, text, results: body.results };
  };
  return { ask, handle, calls, returnCalls, counted, itemsCounted };
};

const receipt = { transactionRef: 'a', memberRef: 'customer-42', amount: 15000 };
const plain = { replayed: false, mismatch: false };

describe('the route of bulk evaluate', () => {
  it('returns one result for each item in their order, and stored responses byte for byte', async () => {
    const { ask, calls } = routeOver([{ outcome: answered, isAtOdds: false }]);
    const { response, text, results } = await ask([{ ...receipt, amount: '1' }, receipt]);
    expect(response.status).toBe(200);
    expect(calls).toMatchObject([
      { isAsync: false, requests: [{ transactionRef: 'a', amountCents: 15000 }] },
    ]);
    expect(results).toMatchObject([
      { index: 0, transactionRef: 'a', status: 400, problem: { code: 'VALIDATION_ERROR' } },
      { index: 1, transactionRef: 'a', status: 200, ...plain },
    ]);
    expect(text).toContain(`"body":${stored}`);
  });

  it.each([
    [{ ...receipt, amount: -1 }, 'a', '/amount'],
    [{ ...receipt, amount: 0 }, 'a', '/amount'],
    [{ ...receipt, currency: 'ABC' }, 'a', '/currency'],
    [{ ...receipt, occurredAt: '2026-03-01T09:00:00Z' }, 'a', '/occurredAt'],
    [{ ...receipt, memberRef: 'x\0' }, 'a', '/memberRef'],
    [{ ...receipt, unknown: [1, 'x\0'] }, 'a', '/unknown/1'],
    [{ ...receipt, transactionRef: '😀'.repeat(255), amount: 0 }, '😀'.repeat(255), '/amount'],
    [{ ...receipt, transactionRef: '\ud83d' }, null, '/transactionRef'],
    [{ ...receipt, transactionRef: 'x'.repeat(256) }, null, '/transactionRef'],
    [{ memberRef: 'm', amount: 1 }, null, '/transactionRef'],
    [null, null, ''],
    ['text', null, ''],
    [[receipt], null, ''],
  ])('returns 400 for the item %j, with pointers that begin there', async (item, transactionRef, pointer) => {
    const { results } = await routeOver([]).ask([item]);
    expect(results).toMatchObject([
      { index: 0, transactionRef, status: 400, ...plain, problem: { context: { errors: [{ pointer }] } } },
    ]);
  });

  it('counts every item, good or bad, and executes nothing beyond the limit of items (D85)', async () => {
    const { handle, calls, itemsCounted } = routeOver([], { isOverItems: true });
    expect(await handle([receipt, null, receipt])).toEqual({ problem: 'RATE_LIMITED', retryAfterS: 2 });
    expect([itemsCounted, calls]).toEqual([[3], []]);
  });

  it('gives every other outcome the status and the problem that it has alone', async () => {
    const refused = { outcome: 'refused', code: 'MEMBER_SUSPENDED', context: {} } as const;
    const { ask } = routeOver([
      { outcome: refused, isAtOdds: true },
      { outcome: { outcome: 'undecided' }, isAtOdds: false },
      { outcome: { outcome: 'too-large' }, isAtOdds: false },
    ]);
    expect((await ask([receipt, receipt, receipt])).results).toMatchObject([
      {
        status: 403,
        replayed: false,
        mismatch: true,
        problem: { code: 'MEMBER_SUSPENDED', requestId: 'request-1' },
      },
      { status: 503, ...plain, problem: { code: 'PROCESSING_TIMEOUT', context: {} } },
      { status: 413, ...plain, problem: { code: 'PAYLOAD_TOO_LARGE', context: { limitBytes: 262144 } } },
    ]);
  });

  it('returns 202 to a caller that does not wait, with the location of each result', async () => {
    const { ask, calls } = routeOver([{ outcome: { outcome: 'accepted' }, isAtOdds: false }]);
    const { response, results } = await ask([receipt], { prefer: 'respond-async' });
    expect(calls).toMatchObject([{ isAsync: true }]);
    expect(response).toMatchObject({ status: 202, headers: { 'Preference-Applied': 'respond-async' } });
    const location = `/v1/tenants/${tenantId}/transactions/a?operation=evaluate`;
    expect(results).toEqual([{ index: 0, transactionRef: 'a', status: 202, ...plain, location }]);
  });

  it('counts what was answered again', async () => {
    const { ask, counted } = routeOver([{ outcome: { ...answered, isReplayed: true }, isAtOdds: false }]);
    await ask([receipt]);
    expect(counted).toEqual(['loyalty_repeats_total']);
  });
});

describe('the route of bulk returns', () => {
  const order = { transactionRef: 'receipt-1', returnRef: 'r', amount: 3000 };

  it('returns one result for each item under its returnRef, and a refusal of one alone (D179)', async () => {
    const notFound = { outcome: 'refused', code: 'TRANSACTION_NOT_FOUND', context: {} } as const;
    const { ask, returnCalls, itemsCounted } = routeOver([
      { outcome: notFound, isAtOdds: false },
      { outcome: { outcome: 'undecided' }, isAtOdds: false },
    ]);
    const { response, results } = await ask(
      [{ ...order, whole: true }, { ...order, storeRef: 'store-1' }, order],
      {},
      'bulkReturn',
    );
    expect(response.status).toBe(200);
    expect(results).toMatchObject([
      {
        index: 0,
        returnRef: 'r',
        status: 400,
        problem: { code: 'VALIDATION_ERROR', context: { errors: [{ pointer: '/amount' }] } },
      },
      { index: 1, returnRef: 'r', status: 404, problem: { code: 'TRANSACTION_NOT_FOUND' } },
      { index: 2, returnRef: 'r', status: 503, problem: { code: 'PROCESSING_TIMEOUT' } },
    ]);
    expect(returnCalls).toMatchObject([
      {
        author: authorOfCall(credential),
        orders: [
          { order: { ref: 'r', amountCents: 3000 }, storeRef: 'store-1' },
          { order: { ref: 'r' }, storeRef: null },
        ],
      },
    ]);
    expect(itemsCounted).toEqual([3]);
  });

  it.each([
    [{ ...order, amount: 0 }, 'r', '/amount'],
    [{ ...order, whole: false }, 'r', '/whole'],
    [{ transactionRef: 'receipt-1', returnRef: 'r' }, 'r', '/amount'],
    [{ ...order, reason: 'x\0' }, 'r', '/reason'],
    [{ ...order, returnRef: 'x'.repeat(256) }, null, '/returnRef'],
    [{ transactionRef: 'receipt-1', whole: true }, null, '/returnRef'],
    [null, null, ''],
  ])('returns 400 for the item %j, with pointers that begin there', async (item, returnRef, pointer) => {
    const { results } = await routeOver([]).ask([item], {}, 'bulkReturn');
    expect(results).toMatchObject([
      { index: 0, returnRef, status: 400, ...plain, problem: { context: { errors: [{ pointer }] } } },
    ]);
  });

  it('says where the result of each accepted one will be', async () => {
    const { ask } = routeOver([{ outcome: { outcome: 'accepted' }, isAtOdds: false }]);
    const { response, results } = await ask([order], { prefer: 'respond-async' }, 'bulkReturn');
    const location = `/v1/tenants/${tenantId}/transactions/r?operation=return`;
    expect([response.status, results]).toEqual([
      202,
      [{ index: 0, returnRef: 'r', status: 202, ...plain, location }],
    ]);
  });
});

it('an item with the reference of another body is refused where that is wished, unless that one was refused (D106)', async () => {
  const refused = { outcome: 'refused', code: 'MEMBER_SUSPENDED', context: {} } as const;
  const results: readonly BulkResult[] = [
    { outcome: answered, isAtOdds: false },
    { outcome: { ...answered, isReplayed: true, isMismatched: true }, isAtOdds: false },
    { outcome: { ...answered, isReplayed: true }, isAtOdds: true },
    { outcome: { outcome: 'accepted' }, isAtOdds: true },
    { outcome: refused, isAtOdds: true },
  ];
  const statusesOf = async (rejects: boolean) => {
    const response = await routeOver(results, { rejects }).ask(results.map(() => receipt));
    return response.results.map(({ status }) => status);
  };
  expect(await statusesOf(true)).toEqual([200, 409, 409, 409, 403]);
  expect(await statusesOf(false)).toEqual([200, 200, 200, 202, 403]);
});
