import { text } from 'node:stream/consumers';
import { evaluateRequest } from '@loyalty/contracts/testing';
import { startTestServer, type TestServer } from '@loyalty/testkit/servers';
import type { Reject } from '../files/rejects-file.ts';
import { HttpSink } from './http-sink.ts';
import type { Receipt } from './parse-receipt.ts';
import { createReceiptPool, type ReceiptPool } from './receipt-pool.ts';

const tenantId = '0198c0de-0000-7000-8000-000000000001';

/** The responses of the server, by the number of the request for a reference. */
type Answering = (
  ref: string,
  attempt: number,
) => {
  readonly status: number;
  readonly code?: string;
  readonly retryAfterS?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly object[];
};

let server: TestServer;
let pool: ReceiptPool;
let answering: Answering;
let attempts: Map<string, number>;
let inFlight: number;
let inFlightMax: number;
let asked: { readonly path: string; readonly key: string }[];

beforeEach(async () => {
  attempts = new Map();
  asked = [];
  inFlight = 0;
  inFlightMax = 0;
  server = await startTestServer((request, response) => {
    inFlight += 1;
    inFlightMax = Math.max(inFlightMax, inFlight);
    asked.push({ path: request.url ?? '', key: String(request.headers['x-api-key']) });
    void text(request).then((body) => {
      const { transactionRef: ref } = JSON.parse(body) as { transactionRef: string };
      const attempt = (attempts.get(ref) ?? 0) + 1;
      attempts.set(ref, attempt);
      const { status, code = '', retryAfterS, headers, errors } = answering(ref, attempt);
      inFlight -= 1;
      if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
      response.writeHead(status, headers);
      response.end(JSON.stringify({ code, context: { errors } }));
    });
  });
  pool = createReceiptPool({ baseUrl: `${server.origin}/v1`, tenantId, apiKey: 'sk_test_x' }, 4);
});
afterEach(async () => {
  await pool.close();
  await server.close();
});

const receiptsOf = (count: number): Receipt[] =>
  Array.from({ length: count }, (_, index) => {
    const request = evaluateRequest({ transactionRef: `r-${index.toString()}` });
    return {
      request,
      line: { number: index + 1, bytes: Buffer.from(JSON.stringify(request)), isTooLong: false },
    };
  });
const sinkOf = (given: Partial<ConstructorParameters<typeof HttpSink>[0]> = {}) => {
  const nothing = (): void => undefined;
  const usual = { pool, concurrency: 4, patienceMs: 60_000, onSettled: nothing, onMalformed: nothing };
  return new HttpSink({ ...usual, ...given });
};

test('every receipt is posted once to evaluate of the tenant, a bounded number at a time', async () => {
  answering = () => ({ status: 200 });
  const sink = sinkOf();
  await sink.take(receiptsOf(50));
  await sink.drain();
  expect(sink.acknowledged()).toBe(50);
  expect([...attempts.values()]).toEqual(Array.from({ length: 50 }, () => 1));
  expect(inFlightMax).toBeLessThanOrEqual(4);
  expect(new Set(asked.map(({ path, key }) => `${path} ${key}`))).toEqual(
    new Set([`/v1/tenants/${tenantId}/transactions/evaluate sk_test_x`]),
  );
  expect(sink.firstUnsettled()).toBeNull();
});

test('a 429 causes a wait and a 503 a retry, and nothing is lost', async () => {
  answering = (ref, attempt) => {
    if (ref === 'r-3' && attempt === 1) return { status: 429, retryAfterS: 1 };
    return ref === 'r-5' && attempt <= 2 ? { status: 503 } : { status: 200 };
  };
  const sink = sinkOf();
  await sink.take(receiptsOf(10));
  await sink.drain();
  expect(sink.acknowledged()).toBe(10);
  expect([attempts.get('r-3'), attempts.get('r-5')]).toEqual([2, 3]);
});

test('each receipt is settled as its response says, and one without a valid form is rejected', async () => {
  answering = (ref) => responses[ref] ?? { status: 200 };
  const responses: Readonly<Record<string, ReturnType<Answering>>> = {
    'r-1': { status: 403, code: 'MEMBER_SUSPENDED' },
    'r-2': { status: 200, headers: { 'idempotent-replayed': 'true' } },
    'r-3': { status: 200, headers: { 'idempotent-replayed': 'true', 'idempotency-mismatch': 'true' } },
    'r-4': { status: 409, code: 'TRANSACTION_DUPLICATE' },
    'r-5': { status: 400, code: 'VALIDATION_ERROR', errors: [{ pointer: '/amount', message: 'is wrong' }] },
  };
  const [settled, rejects]: [Record<string, unknown>, Reject[]] = [{}, []];
  const sink = sinkOf({
    onSettled: ({ request }, outcome) => (settled[request.transactionRef] = outcome),
    onMalformed: (reject) => rejects.push(reject),
  });
  await sink.take(receiptsOf(6));
  await sink.drain();
  expect(settled).toEqual({
    'r-0': { outcome: 'stored' },
    'r-1': { outcome: 'refused', code: 'MEMBER_SUSPENDED' },
    'r-2': { outcome: 'repeated' },
    'r-3': { outcome: 'differing' },
    'r-4': { outcome: 'differing' },
  });
  expect(rejects).toMatchObject([{ line: 6, errors: [{ pointer: '/amount', message: 'is wrong' }] }]);
  expect(sink.acknowledged()).toBe(5);
  expect(sink.firstUnsettled()).toBeNull();
});

test('a key that is refused ends everything', async () => {
  answering = () => ({ status: 401, code: 'UNAUTHORIZED' });
  const sink = sinkOf();
  const all = sink.take(receiptsOf(20)).then(() => sink.drain());
  await expect(all).rejects.toThrow(
    'The API refused the receipts: 401 UNAUTHORIZED. Check --tenant and --key.',
  );
  expect(sink.firstUnsettled()).toBe(1);
});

test('an ingress that accepts nothing for too long ends everything', async () => {
  answering = () => ({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  const sink = sinkOf({ patienceMs: 300 });
  const all = sink.take(receiptsOf(1)).then(() => sink.drain());
  await expect(all).rejects.toThrow(/accepted no receipt for 0\.3 s \(503 SERVICE_UNAVAILABLE\)/);
});

test('a stop gives up waiting receipts, and gives the next line', async () => {
  answering = (ref) => (ref === 'r-2' ? { status: 429, retryAfterS: 600 } : { status: 200 });
  const sink = sinkOf();
  await sink.take(receiptsOf(3));
  sink.stop();
  await sink.drain();
  expect(sink.firstUnsettled()).toBe(3);
  expect(sink.acknowledged()).toBe(2);
});
