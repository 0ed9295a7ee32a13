import { askFor } from '../support/ask.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let memberId: string;
beforeAll(async () => {
  tenant = await createTestTenant('Contract of points');
  const receipt = { transactionRef: 'receipt-1', memberRef: 'customer-1', amount: 100 };
  const { text } = await askFor(tenant, 'evaluateTransaction', { body: receipt });
  ({ memberId } = JSON.parse(text) as { memberId: string });
});

const adjusted = async (body: object): Promise<number> =>
  (await askFor(tenant, 'adjustPoints', { ids: { memberId }, body })).status;

test.each([
  { points: 0, reason: 'Nothing' },
  { points: 1 },
  { points: 1.5, reason: 'Half' },
  { points: 1, reason: '' },
  { points: 1, reason: 'Without a name', ref: '' },
  { points: 1, reason: 'Past', expiresAt: '2020-01-01' },
  { points: 1, reason: 'Some day', expiresAt: 'soon' },
  { points: 1, reason: 'Far', expiresAt: '2999-12-31' },
  { points: -1, reason: 'Taken', expiresAt: '2099-12-31' },
])('the adjustment %j is answered 400', async (body) => {
  expect(await adjusted(body)).toBe(400);
});

test('an adjustment below zero, or past 2^53−1, is answered 422', async () => {
  expect(await adjusted({ points: -1, reason: 'Too many' })).toBe(422);
  expect(await adjusted({ points: 1, reason: 'One' })).toBe(201);
  expect(await adjusted({ points: Number.MAX_SAFE_INTEGER, reason: 'Too many' })).toBe(422);
});

test('points of nobody are answered 404', async () => {
  const body = { points: 1, reason: 'Nobody' };
  expect((await askFor(tenant, 'adjustPoints', { body })).status).toBe(404);
  expect((await askFor(tenant, 'listExpiringPoints')).status).toBe(404);
});

test.each(['0', '3651', '1.5', 'soon'])(
  'points that expire within %s days are answered 400',
  async (within) => {
    const asked = { ids: { memberId }, query: `?within=${within}` };
    expect((await askFor(tenant, 'listExpiringPoints', asked)).status).toBe(400);
  },
);
