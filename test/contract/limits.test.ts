import { request } from 'node:http';
import { readLocalStack } from '@loyalty/stack';
import { expectContract, send, type Received } from '../support/contract.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let evaluatePath: string;

beforeAll(async () => {
  tenant = await createTestTenant('Limits');
  evaluatePath = `/v1/tenants/${tenant.tenantId}/transactions/evaluate`;
});

const receiptBody = (given: Readonly<Record<string, unknown>> = {}) => ({
  transactionRef: crypto.randomUUID(),
  memberRef: 'limits',
  amount: 100,
  ...given,
});

const evaluate = async (body: unknown, headers: Record<string, string> = {}): Promise<Received> => {
  const sent = { body, headers: { 'X-API-Key': tenant.keys.live, ...headers } };
  const answer = await send('POST', evaluatePath, sent);
  expectContract('evaluateTransaction', answer);
  return answer;
};

const pointersOf = ({ text }: Received): readonly string[] => {
  const { context } = JSON.parse(text) as { context: { errors?: readonly { pointer: string }[] } };
  return (context.errors ?? []).map(({ pointer }) => pointer);
};

const line = { sku: 's', quantity: 1, unitPrice: 1 };
const lines = (count: number): unknown[] => Array.from({ length: count }, () => line);

test.each<[string, Readonly<Record<string, unknown>>]>([
  [
    'references of 255 characters',
    { transactionRef: crypto.randomUUID().padEnd(255, 'r'), memberRef: 'm'.repeat(255) },
  ],
  ['500 lines', { products: lines(500) }],
  ['the largest amount', { amount: Number.MAX_SAFE_INTEGER }],
  [
    'weighed goods',
    {
      products: [
        { ...line, quantity: 0.001 },
        { ...line, quantity: 100_000 },
      ],
    },
  ],
  ['references in any script', { memberRef: 'Zoë 😀 \u200d\u0001', storeRef: "'; DROP TABLE members --" }],
])('%s are taken (D9, D10)', async (_, given) => {
  expect((await evaluate(receiptBody(given))).status).toBe(200);
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['a reference of 256 characters', { transactionRef: 'r'.repeat(256) }, '/transactionRef'],
  ['an empty reference', { memberRef: '' }, '/memberRef'],
  ['501 lines', { products: lines(501) }, '/products'],
  ['an amount of 2^53', { amount: 2 ** 53 }, '/amount'],
  ['an amount in text', { amount: '100' }, '/amount'],
  ['a fourth decimal', { products: [{ ...line, quantity: 0.0001 }] }, '/products/0/quantity'],
  [
    'a negative price and quantity',
    { products: [line, { ...line, quantity: -1, unitPrice: -1 }] },
    '/products/1/unitPrice',
  ],
  ['NUL', { storeRef: 'a\0b' }, '/storeRef'],
  ['half of a surrogate pair', { memberRef: '\ud83d' }, '/memberRef'],
  ['a day that the calendar lacks', { occurredAt: '2026-02-30' }, '/occurredAt'],
  ['a time that has not come', { occurredAt: '2999-01-01' }, '/occurredAt'],
])('%s is answered 400 at its pointer (D9, D10)', async (_, given, pointer) => {
  const refused = await evaluate(receiptBody(given));
  expect([refused.status, pointersOf(refused)]).toEqual([400, [pointer]]);
});

const filler = (bytes: number): string => `{"x":"${'x'.repeat(bytes - 8)}"}`;

test('a body of 256 KiB is read, and one byte more is answered 413 (D10)', async () => {
  expect((await evaluate(filler(256 * 1024))).status).toBe(400);
  const refused = await evaluate(filler(256 * 1024 + 1));
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('"limitBytes":262144')]);
});

/** Sends a body in chunks, without a length. */
const sendChunked = (body: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': tenant.keys.live, 'Content-Type': 'application/json' };
    const url = new URL(evaluatePath, readLocalStack().baseUrl);
    const outgoing = request(url, { method: 'POST', headers }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () => {
        const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: new Headers(received),
          text,
        });
      });
    });
    outgoing.on('error', reject);
    for (let at = 0; at < body.length; at += 65_536) outgoing.write(body.slice(at, at + 65_536));
    outgoing.end();
  });

test('a body in chunks has the same limit as one that says its length', async () => {
  expect((await sendChunked(JSON.stringify(receiptBody()))).status).toBe(200);
  const refused = await sendChunked(filler(1024 * 1024));
  expectContract('evaluateTransaction', refused);
  expect(refused.status).toBe(413);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
  'a body of type %s is answered 415, whatever it holds',
  async (type) => {
    expect((await evaluate(receiptBody(), { 'Content-Type': type })).status).toBe(415);
  },
);

test('a bulk call of 5 MiB is read, and one byte more is answered 413 (D10)', async () => {
  const bulk = async (bytes: number): Promise<number> => {
    const sent = { body: filler(bytes), headers: { 'X-API-Key': tenant.keys.live } };
    const answer = await send('POST', `${evaluatePath}/bulk`, sent);
    expectContract('bulkEvaluateTransactions', answer);
    return answer.status;
  };
  expect([await bulk(5 * 1024 * 1024), await bulk(5 * 1024 * 1024 + 1)]).toEqual([400, 413]);
});

test('a key has as many requests as it was granted, then 429 with the seconds to wait (D5)', async () => {
  const granted = 3;
  const { key } = await loyaltyctlJson<{ key: string }>(
    'keys',
    'create',
    '--tenant',
    tenant.tenantId,
    '--mode',
    'test',
    '--role',
    'admin',
    '--rate-limit',
    String(granted),
  );
  const ask = (path = '/members'): Promise<Received> =>
    send('GET', `/v1/tenants/${tenant.tenantId}${path}`, { headers: { 'X-API-Key': key } });
  const responses = [
    await ask(),
    await ask(`/members/${crypto.randomUUID()}`),
    await ask('/members?limit=0'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 404, 400]);
  const headersOf = ({ headers }: Received, ...names: string[]): number[] =>
    names.map((name) => Number(headers.get(name) ?? NaN));
  const remaining = responses.map((answer) => headersOf(answer, 'RateLimit-Limit', 'RateLimit-Remaining'));
  expect(remaining).toEqual([
    [granted, 2],
    [granted, 1],
    [granted, 0],
  ]);
  const refused = await ask();
  expectContract('listMembers', refused);
  expect([refused.status, ...headersOf(refused, 'RateLimit-Limit', 'RateLimit-Remaining')]).toEqual([
    429, 3, 0,
  ]);
  const [retryAfterS = NaN, resetS = NaN] = headersOf(refused, 'Retry-After', 'RateLimit-Reset');
  expect(Number.isInteger(retryAfterS) && retryAfterS >= 1 && retryAfterS <= 20).toBe(true);
  expect(resetS).toBeGreaterThan(0);
  expect((await send('GET', '/health/live')).status).toBe(200);
});
