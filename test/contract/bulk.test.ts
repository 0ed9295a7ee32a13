import { createBulk } from '../support/bulk.ts';
import { setMemberState } from '../support/member-state.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let bulk: ReturnType<typeof createBulk>;

beforeAll(async () => {
  tenant = await createTestTenant('Bulk');
  bulk = createBulk(tenant.tenantId, tenant.keys.live);
  await activateCampaigns(tenant.live, [{ name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: 10 } }]);
});

const receiptBody = (memberRef: string, given: Readonly<Record<string, unknown>> = {}) => ({
  transactionRef: crypto.randomUUID(),
  memberRef,
  amount: 100,
  ...given,
});

const receiptBodies = (count: number, memberRefOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => receiptBody(memberRefOf(at)));

test('a thousand items have a result each, in their order, and members theirs in the order of their items', async () => {
  const items = receiptBodies(1_000, (at) => `of-many-${String(at % 7)}`);
  const { status, results } = await bulk(items);
  expect(status).toBe(200);
  expect(results.map(({ index }) => index)).toEqual(items.map((_, at) => at));
  expect(results.map(({ transactionRef }) => transactionRef)).toEqual(
    items.map((item) => item.transactionRef),
  );
  const balances = results.map(({ body }) => body.pointsBalance);
  expect(balances).toEqual(items.map((_, at) => 10 * (Math.floor(at / 7) + 1)));
});

test('I4 a repeated call gets the same results, and so does each item alone', async () => {
  const items = receiptBodies(3, () => 'repeater');
  const first = await bulk(items);
  const again = await bulk([...items, receiptBody('repeater')]);
  expect(again.results.map(({ replayed }) => replayed)).toEqual([true, true, true, false]);
  expect(again.results.slice(0, 3).map(({ body }) => body)).toEqual(first.results.map(({ body }) => body));
  const alone = await tenant.live.post('/transactions/evaluate', items[1]);
  expect(alone.headers.get('Idempotent-Replayed')).toBe('true');
  expect(first.text).toContain(`"body":${alone.text}`);
});

test('I4 a reference that comes twice in a call is one transaction, also with another body', async () => {
  const item = receiptBody('twice');
  const { results } = await bulk([item, item, { ...item, amount: 101 }]);
  const [first, second, third] = results;
  expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
  expect(results.map(({ replayed, mismatch }) => [replayed, mismatch])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test('a reference that came earlier in a call for another member is refused, and enrols nobody (D123)', async () => {
  const item = receiptBody('mine');
  const { results } = await bulk([item, { ...item, memberRef: 'somebody-else' }]);
  expect(results.map(({ status }) => status)).toEqual([200, 409]);
  expect(results[1]?.problem).toMatchObject({ code: 'TRANSACTION_DUPLICATE', context: {} });
  expect((await tenant.live.get('/members?ref=somebody-else')).body.members).toEqual([]);
});

test('a bad item has its own problem, and the others their results', async () => {
  const large = Array.from({ length: 500 }, () => ({ sku: 's'.repeat(255), quantity: 1, unitPrice: 1 }));
  const heavy = large.map((line) => ({ ...line, categories: Array<string>(3).fill('c'.repeat(255)) }));
  const items = [
    receiptBody('good'),
    'no receipt',
    receiptBody('bad', { amount: -1 }),
    receiptBody('bad', { storeRef: 'a\0' }),
    receiptBody('bad', { occurredAt: '2999-01-01' }),
    receiptBody('heavy', { products: heavy }),
    receiptBody('good'),
  ];
  const { results } = await bulk(items);
  expect(results.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400, 413, 200]);
  const errors = results.map(({ problem }) => (problem as { context?: unknown } | undefined)?.context);
  expect(errors).toMatchObject([
    undefined,
    { errors: [{ pointer: '' }] },
    { errors: [{ pointer: '/amount' }] },
    { errors: [{ pointer: '/storeRef' }] },
    { errors: [{ pointer: '/occurredAt' }] },
    { limitBytes: 262144 },
    undefined,
  ]);
});

test.each<[unknown, number, string | undefined]>([
  ['a\0', 400, '/unknown'],
  [{ deep: [1, '\ud83d'] }, 400, '/unknown/deep/1'],
  [[1, 'fine'], 200, undefined],
])(
  'a field that means nothing and holds %j is answered %i, alone and in an item (D9)',
  async (unknown, ...expected) => {
    const item = receiptBody('unknown-field', { unknown });
    const [inBulk] = (await bulk([item])).results;
    const alone = await tenant.live.post('/transactions/evaluate', item);
    const pointerOf = (problem: unknown): string | undefined =>
      (problem as { context?: { errors: readonly { pointer: string }[] } } | undefined)?.context?.errors[0]
        ?.pointer;
    expect([inBulk?.status, pointerOf(inBulk?.problem)]).toEqual(expected);
    expect([alone.status, pointerOf(alone.body)]).toEqual(expected);
  },
);

test('items of a suspended or erased member are refused as they are alone, on evaluate and simulate (D37)', async () => {
  for (const [state, code] of [
    ['suspended', 'MEMBER_SUSPENDED'],
    ['anonymized', 'MEMBER_ERASED'],
  ] as const) {
    const [made] = (await createBulk(tenant.tenantId, tenant.keys.test)([receiptBody(state)])).results;
    const { memberId } = made?.body as unknown as { memberId: string };
    await setMemberState(memberId, state);
    const items = [receiptBody(state), receiptBody('another')];
    const { results } = await createBulk(tenant.tenantId, tenant.keys.test)(items);
    expect(results).toMatchObject([{ status: 403, problem: { code, context: {} } }, { status: 200 }]);
    const alone = await tenant.test.post('/transactions/evaluate', receiptBody(state));
    const simulated = await tenant.test.post('/transactions/simulate', receiptBody(state));
    for (const answer of [alone, simulated]) expect(answer.body).toMatchObject({ status: 403, code });
    expect(simulated.body).toMatchObject({ detail: (alone.body as unknown as { detail: string }).detail });
  }
});

test.each([
  ['no items', undefined],
  ['an empty list', []],
  ['an object', {}],
  ['a text', 'text'],
  ['1,001 items', receiptBodies(1_001, () => 'm')],
])('a body with %s instead of a list of 1 to 1,000 is refused whole', async (_, items) => {
  const { status, text } = await bulk(items);
  expect([status, text]).toEqual([400, expect.stringContaining('"/items"')]);
});

/** Polls until the request is decided. Returns the result. */
const decided = async (location: string): Promise<unknown> => {
  const path = new URL(location, 'http://localhost').pathname.split(`/${tenant.tenantId}`)[1] ?? '';
  for (;;) {
    const { status, body } = await tenant.live.get(path);
    if (status === 200) return body;
  }
};

test('with respond-async each item says where its result will be, or what is wrong with it', async () => {
  const known = receiptBody('async');
  await bulk([known]);
  const items = [receiptBody('async'), receiptBody('async', { amount: -1 }), known, receiptBody('async')];
  const { status, results, headers } = await bulk(items, { Prefer: 'respond-async' });
  expect([status, headers.get('Preference-Applied')]).toEqual([202, 'respond-async']);
  expect(results.map((result) => result.status)).toEqual([202, 400, 200, 202]);
  expect(results[2]).toMatchObject({ replayed: true, body: { transactionRef: known.transactionRef } });
  for (const at of [0, 3]) {
    const { transactionRef } = items[at] ?? {};
    expect(await decided(results[at]?.location ?? '')).toMatchObject({ transactionRef, state: 'PROCESSED' });
  }
});

test('a bulk call counts as one request of the rate limit (D5)', async () => {
  const remaining = async (count: number): Promise<number> => {
    const { headers } = await bulk(receiptBodies(count, () => 'counted'));
    return Number(headers.get('RateLimit-Remaining'));
  };
  const first = await remaining(1);
  expect(first - (await remaining(100))).toBeLessThanOrEqual(1);
});
