import { setTimeout } from 'node:timers/promises';
import { eventually } from '@loyalty/testkit/runs';
import { askFor } from '../support/ask.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stranger: TestTenant;
beforeAll(async () => {
  [tenant, stranger] = await Promise.all([createTestTenant('Returns'), createTestTenant('Stranger')]);
  await activateCampaigns(tenant.test, [
    { name: 'One percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
  ]);
  await buy('receipt-1');
});

const buy = (transactionRef: string, amount = 20_000) =>
  askFor(tenant, 'evaluateTransaction', { body: { transactionRef, memberRef: 'customer-1', amount } });

const giveBack = async (body: unknown, of = tenant, headers: Record<string, string> = {}) => {
  const answer = await askFor(of, 'returnPurchase', { body, headers });
  return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> };
};

const wine = { sku: 'wine', quantity: 1 };
const named = { transactionRef: 'receipt-1', returnRef: 'refused-1' };

// The table of what bad input gets.
test.each<readonly [string, object, string]>([
  ['silence, which is never the whole (D166)', named, '/amount'],
  ['both', { ...named, whole: true, amount: 100 }, '/amount'],
  ['whole: false', { ...named, whole: false }, '/whole'],
  ['whole: false with an amount', { ...named, whole: false, amount: 100 }, '/whole'],
  ['an amount of 0', { ...named, amount: 0 }, '/amount'],
  ['a negative amount', { ...named, amount: -1 }, '/amount'],
  ['a fraction', { ...named, amount: 1.5 }, '/amount'],
  ['an amount past the safe integers', { ...named, amount: 9_007_199_254_740_992 }, '/amount'],
  ['text', { ...named, amount: '100' }, '/amount'],
  ['no receipt', { returnRef: 'refused-1', whole: true }, '/transactionRef'],
  ['no reference', { transactionRef: 'receipt-1', whole: true }, '/returnRef'],
  ['a reference of 256 characters', { ...named, returnRef: 'a'.repeat(256), whole: true }, '/returnRef'],
  [
    'a receipt of 256 characters',
    { ...named, transactionRef: 'a'.repeat(256), whole: true },
    '/transactionRef',
  ],
  ['an empty reference', { ...named, returnRef: '', whole: true }, '/returnRef'],
  ['a reason of 256 characters', { ...named, whole: true, reason: 'a'.repeat(256) }, '/reason'],
  ['products without an amount', { ...named, whole: true, products: [wine] }, '/products'],
  ['no products', { ...named, amount: 100, products: [] }, '/products'],
  ['501 products', { ...named, amount: 100, products: Array(501).fill(wine) }, '/products'],
  [
    'a quantity of 4 decimals',
    { ...named, amount: 100, products: [{ ...wine, quantity: 0.0001 }] },
    '/products/0/quantity',
  ],
  [
    'a quantity of 0',
    { ...named, amount: 100, products: [{ ...wine, quantity: 0 }] },
    '/products/0/quantity',
  ],
  [
    'a quantity as text',
    { ...named, amount: 100, products: [{ ...wine, quantity: '1' }] },
    '/products/0/quantity',
  ],
  [
    'a product without quantity',
    { ...named, amount: 100, products: [{ sku: 'wine' }] },
    '/products/0/quantity',
  ],
  [
    'a sku of 256 characters',
    { ...named, amount: 100, products: [{ ...wine, sku: 'a'.repeat(256) }] },
    '/products/0/sku',
  ],
  ['a reference with NUL', { ...named, returnRef: 'a\0', whole: true }, '/returnRef'],
])('%s → 400 with its pointer, and the reference stays free', async (_, body, pointer) => {
  const { status, body: problem } = await giveBack(body);
  expect([status, problem]).toMatchObject([
    400,
    { code: 'VALIDATION_ERROR', context: { errors: [{ pointer }] } },
  ]);
});

test('a stranger’s receipt gets what a random one gets, and nothing of it is kept (I9, D165)', async () => {
  const random = await giveBack(
    { transactionRef: crypto.randomUUID(), returnRef: 'a', whole: true },
    stranger,
  );
  const foreign = await giveBack({ transactionRef: 'receipt-1', returnRef: 'a', whole: true }, stranger);
  const anonymous = ({ status, headers, body: { requestId, ...rest } }: typeof random) => {
    expect(requestId).toBeDefined();
    return [status, headers.get('Retry-After'), rest];
  };
  expect(anonymous(foreign)).toEqual(anonymous(random));
  expect(anonymous(random)).toMatchObject([404, '1', { code: 'TRANSACTION_NOT_FOUND', context: {} }]);
  const missing = await askFor(stranger, 'getTransaction', {
    ids: { transactionRef: 'a' },
    query: '?operation=return',
  });
  expect(missing.status).toBe(404);
});

test('the life of a return is answered as the contract says (D166, D170)', async () => {
  await buy('receipt-2');
  const part = { transactionRef: 'receipt-2', returnRef: 'part-1', amount: 5_050, reason: 'slip 17' };
  const first = await giveBack(part);
  expect(first.body).toMatchObject({
    amountReturned: 5_050,
    amountRemaining: 14_950,
    isWhole: false,
    pointsReversed: 51,
    pointsFromBalance: 51,
    awards: [{ campaignName: 'One percent', pointsReversed: 51, pointsKept: 149, basis: 'RULES' }],
    reason: 'slip 17',
  });
  const again = await giveBack({ ...part, reason: 'slip 17' });
  expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true']);
  const other = await giveBack({ ...part, amount: 1 });
  expect([other.text, other.headers.get('Idempotency-Mismatch')]).toEqual([first.text, 'true']);
  const found = await askFor(tenant, 'getTransaction', {
    ids: { transactionRef: 'part-1' },
    query: '?operation=return',
  });
  expect(found.text).toBe(first.text);
  const tooMuch = { transactionRef: 'receipt-2', returnRef: 'part-2', amount: 14_951 };
  const refused = await giveBack(tooMuch);
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'RETURN_EXCEEDS_RECEIPT', context: { amountRemaining: 14_950 } },
  ]);
  // The reference stays free.
  const rest = await giveBack({ transactionRef: 'receipt-2', returnRef: 'part-2', whole: true });
  expect(rest.body).toMatchObject({ amountRemaining: 0, isWhole: true, pointsReversed: 149 });
  const nothing = await giveBack({ transactionRef: 'receipt-2', returnRef: 'part-3', whole: true });
  expect([nothing.status, nothing.body]).toMatchObject([422, { context: { amountRemaining: 0 } }]);
});

test('with respond-async the result is where the acceptance says, also of a reference that is a route (D83)', async () => {
  await buy('receipt-3');
  for (const [returnRef, amount] of [
    ['returns', 5_000],
    ['later-1', 90_000],
  ] as const) {
    const body = { transactionRef: 'receipt-3', returnRef, amount };
    const { status, body: accepted } = await giveBack(body, tenant, { Prefer: 'respond-async' });
    expect([status, accepted]).toMatchObject([202, { returnRef }]);
  }
  const resultOf = async (ref: string): Promise<unknown> => {
    for (let tries = 0; tries < 50; tries += 1) {
      const query = `?operation=return&transactionRef=${ref}`;
      const { status, text } = await askFor(tenant, 'findTransaction', { query });
      if (status === 200) return JSON.parse(text);
      await setTimeout(200);
    }
    throw new Error('never decided');
  };
  expect(await resultOf('returns')).toMatchObject({ amountReturned: 5_000, state: 'PROCESSED' });
  expect(await resultOf('later-1')).toMatchObject({
    state: 'FAILED',
    problem: { code: 'RETURN_EXCEEDS_RECEIPT' },
  });
});

test('a reference that another member’s return has is refused, and nothing of it is shown (D123)', async () => {
  await buy('receipt-4');
  await giveBack({ transactionRef: 'receipt-4', returnRef: 'taken', amount: 1 });
  await askFor(tenant, 'evaluateTransaction', {
    body: { transactionRef: 'receipt-5', memberRef: 'customer-2', amount: 100 },
  });
  const { status, body } = await giveBack({ transactionRef: 'receipt-5', returnRef: 'taken', whole: true });
  expect([status, body]).toMatchObject([409, { code: 'TRANSACTION_DUPLICATE', context: {} }]);
});

test('a reference that the return of another receipt has is refused, also of the same member (D310)', async () => {
  await buy('receipt-6');
  await buy('receipt-7');
  const first = { transactionRef: 'receipt-6', returnRef: 'of-one', amount: 5_000 };
  const { body: given } = await giveBack(first);
  for (const what of [{ amount: 5_000 }, { whole: true }]) {
    const { status, body } = await giveBack({ transactionRef: 'receipt-7', returnRef: 'of-one', ...what });
    expect([status, body]).toMatchObject([409, { code: 'TRANSACTION_DUPLICATE', context: {} }]);
  }
  // The same receipt with another amount is the first return, as ever (D15).
  expect((await giveBack({ ...first, amount: 1 })).body).toEqual(given);
  expect(
    (await giveBack({ transactionRef: 'receipt-7', returnRef: 'of-two', whole: true })).body,
  ).toMatchObject({
    amountReturned: 20_000,
  });
});

describe('of a member who is named (D313)', () => {
  const quote = (body: object) => askFor(tenant, 'quoteReturn', { body });
  const mismatch = { code: 'MEMBER_MISMATCH', status: 409, context: {} };

  test('the receipt of another member is refused, and nothing is done', async () => {
    await buy('receipt-8');
    const other = { transactionRef: 'receipt-8', whole: true, memberRef: 'customer-2' };
    const { status, body } = await giveBack({ ...other, returnRef: 'named-1' });
    expect([status, body]).toMatchObject([409, mismatch]);
    expect(JSON.parse((await quote(other)).text)).toMatchObject(mismatch);
    expect(JSON.parse((await quote({ ...other, memberRef: 'customer-1' })).text)).toMatchObject({
      amountReturned: 20_000,
    });
    const own = { transactionRef: 'receipt-8', returnRef: 'named-1', whole: true };
    const first = await giveBack({ ...own, memberRef: 'customer-1' });
    expect([first.status, first.body]).toMatchObject([200, { amountReturned: 20_000 }]);
    // Whether the member is named makes no other request of it.
    for (const memberRef of [undefined, null, 'customer-1']) {
      const again = await giveBack({ ...own, memberRef });
      expect([again.text, again.headers.get('idempotency-mismatch')]).toEqual([first.text, null]);
    }
    expect((await giveBack({ ...own, memberRef: 'nobody' })).body).toMatchObject(mismatch);
  });

  test('a receipt that is not there stays not found', async () => {
    const unknown = { transactionRef: crypto.randomUUID(), whole: true, memberRef: 'customer-1' };
    expect((await giveBack({ ...unknown, returnRef: 'named-2' })).status).toBe(404);
    expect((await quote(unknown)).status).toBe(404);
  });

  test('an item of a bulk call is refused alone', async () => {
    await buy('receipt-9');
    const item = { transactionRef: 'receipt-9', whole: true };
    const { text } = await askFor(tenant, 'bulkReturn', {
      body: {
        items: [
          { ...item, returnRef: 'named-3', memberRef: 'customer-2' },
          { ...item, returnRef: 'named-3', memberRef: 'customer-1' },
        ],
      },
    });
    expect((JSON.parse(text) as { results: unknown }).results).toMatchObject([
      { status: 409, problem: { code: 'MEMBER_MISMATCH' } },
      { status: 200, body: { amountReturned: 20_000 } },
    ]);
  });
});

test('products for 0 come back, and those that made no difference are named, for ever the same (D335)', async () => {
  await activateCampaigns(tenant.test, [
    {
      name: 'Ten for wine',
      earningRule: { type: 'PRODUCT_PURCHASE', points: 10, skus: ['WINE'] },
    },
  ]);
  const products = [
    { sku: 'WINE', quantity: 3, unitPrice: 0 },
    { sku: 'bread', quantity: 1, unitPrice: 10_000 },
  ];
  const receipt = { transactionRef: 'receipt-10', memberRef: 'customer-3', amount: 10_000, products };
  await askFor(tenant, 'evaluateTransaction', { body: receipt });
  const asked = {
    transactionRef: 'receipt-10',
    amount: 0,
    products: [
      { sku: 'wine', quantity: 1 },
      { sku: 'WINE', quantity: 3.5 },
    ],
  };
  const effect = {
    amountReturned: 0,
    amountRemaining: 10_000,
    isWhole: false,
    pointsReversed: 30,
    productsNotUsed: [
      { sku: 'wine', quantity: 1 },
      { sku: 'WINE', quantity: 0.5 },
    ],
  };
  expect(JSON.parse((await askFor(tenant, 'quoteReturn', { body: asked })).text)).toMatchObject(effect);
  const first = await giveBack({ ...asked, returnRef: 'free-1' });
  expect([first.status, first.body]).toMatchObject([200, effect]);
  expect((await giveBack({ ...asked, returnRef: 'free-1' })).text).toBe(first.text);
  const rest = await giveBack({ transactionRef: 'receipt-10', returnRef: 'free-2', whole: true });
  expect(rest.body).toMatchObject({ amountReturned: 10_000, pointsReversed: 100, isWhole: true });
  expect(rest.body).not.toHaveProperty('productsNotUsed');
});

describe('in bulk', () => {
  const inBulk = async (items: readonly object[], headers: Record<string, string> = {}, of = tenant) => {
    const answer = await askFor(of, 'bulkReturn', { body: { items }, headers });
    const { results } = JSON.parse(answer.text) as {
      results: { status: number; replayed: boolean; body?: object; problem?: { code: string } }[];
    };
    return { status: answer.status, results };
  };

  test('each item has the result that it would have had alone, and a refusal is that item’s alone (D179)', async () => {
    await buy('bulk-1');
    await buy('bulk-2');
    const alone = await giveBack({ transactionRef: 'bulk-1', returnRef: 'bulk-alone', amount: 5_000 });
    const { status, results } = await inBulk([
      { transactionRef: 'bulk-1', returnRef: 'bulk-alone', amount: 5_000 },
      { transactionRef: 'bulk-1', returnRef: 'bulk-b', amount: 15_001 },
      { transactionRef: crypto.randomUUID(), returnRef: 'bulk-c', whole: true },
      { transactionRef: 'bulk-1', returnRef: 'bulk-d' },
      { transactionRef: 'bulk-2', returnRef: 'bulk-e', whole: true },
      { transactionRef: 'bulk-1', returnRef: 'bulk-b', whole: true },
    ]);
    expect(status).toBe(200);
    expect(results).toMatchObject([
      { status: 200, replayed: true, body: alone.body },
      { status: 422, problem: { code: 'RETURN_EXCEEDS_RECEIPT', context: { amountRemaining: 15_000 } } },
      { status: 404, problem: { code: 'TRANSACTION_NOT_FOUND' } },
      { status: 400, problem: { code: 'VALIDATION_ERROR' } },
      { status: 200, replayed: false, body: { amountReturned: 20_000, isWhole: true } },
      // Its reference came earlier in the call.
      { status: 422, mismatch: true, problem: { code: 'RETURN_EXCEEDS_RECEIPT' } },
    ]);
  });

  test('a reference is that of one receipt, within a call and before it (D310)', async () => {
    await buy('bulk-3');
    await buy('bulk-4');
    await giveBack({ transactionRef: 'bulk-4', returnRef: 'bulk-before', amount: 1 });
    const { results } = await inBulk([
      { transactionRef: 'bulk-3', returnRef: 'bulk-f', amount: 100 },
      { transactionRef: 'bulk-4', returnRef: 'bulk-f', amount: 100 },
      { transactionRef: 'bulk-3', returnRef: 'bulk-before', amount: 1 },
      { transactionRef: 'bulk-4', returnRef: 'bulk-before', amount: 1 },
    ]);
    const duplicate = { status: 409, problem: { code: 'TRANSACTION_DUPLICATE' } };
    expect(results).toMatchObject([{ status: 200 }, duplicate, duplicate, { status: 200, replayed: true }]);
  });

  test('a stranger’s receipts get what random ones get (I9)', async () => {
    const { results } = await inBulk(
      [{ transactionRef: 'receipt-1', returnRef: 'x', whole: true }],
      {},
      stranger,
    );
    expect(results).toMatchObject([{ status: 404, problem: { code: 'TRANSACTION_NOT_FOUND' } }]);
  });

  test('what nobody waits for is accepted, alone and in bulk, and decided behind tills (D179)', async () => {
    await buy('bulk-3');
    const headers = { Prefer: 'respond-async' };
    const alone = await giveBack(
      { transactionRef: 'bulk-3', returnRef: 'late-1', amount: 5_000 },
      tenant,
      headers,
    );
    expect(alone.status).toBe(202);
    const { status, results } = await inBulk(
      [{ transactionRef: 'bulk-3', returnRef: 'late-2', amount: 15_000 }],
      headers,
    );
    expect([status, results]).toMatchObject([202, [{ status: 202 }]]);
    for (const transactionRef of ['late-1', 'late-2'])
      await eventually('the return is decided', async () => {
        const ids = { transactionRef };
        const { status: found } = await askFor(tenant, 'getTransaction', { ids, query: '?operation=return' });
        return found === 200;
      });
  });
});
