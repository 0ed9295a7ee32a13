import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { askFor } from '../support/ask.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Strict');
  const place = ['--tenant', tenant.tenantId, '--mode', 'test'];
  await loyaltyctlJson('settings', 'set', 'rejectMismatch', 'true', ...place);
});

test('▲ where it is wished, a reference that comes again with another body is refused, and what it was stays (D106)', async () => {
  const receipt = { transactionRef: 'receipt-1', memberRef: 'customer-1', amount: 100 };
  const evaluate = (body: object) => askFor(tenant, 'evaluateTransaction', { body });
  const first = await evaluate(receipt);
  expect([first.status, (await evaluate(receipt)).status]).toEqual([200, 200]);
  const refused = await evaluate({ ...receipt, amount: 200 });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([409, { code: 'TRANSACTION_DUPLICATE' }]);
  expect((await evaluate(receipt)).text).toBe(first.text);
  const items = [receipt, { ...receipt, amount: 300 }];
  const bulk = await askFor(tenant, 'bulkEvaluateTransactions', { body: { items } });
  expect(JSON.parse(bulk.text)).toMatchObject({
    results: [{ status: 200, replayed: true }, { status: 409 }],
  });
});

test('where it is wished, the same receipt in other words is no other one (D125)', async () => {
  const receipt = { transactionRef: 'receipt-2', memberRef: 'customer-1', amount: 100 };
  const line = { sku: 'APPLES', quantity: 0.3, unitPrice: 100 };
  const evaluate = (body: object) => askFor(tenant, 'evaluateTransaction', { body });
  const first = await evaluate({ ...receipt, products: [line] });
  expect(first.status).toBe(200);
  const sameWords: readonly object[] = [
    { currency: 'ZAR' },
    { currency: null },
    { storeRef: null, occurredAt: null },
    { products: [{ ...line, quantity: 0.1 + 0.2 }] },
    { products: [{ ...line, categories: null }], currency: 'ZAR' },
  ];
  for (const fields of sameWords) {
    const again = await evaluate({ ...receipt, products: [line], ...fields });
    expect([fields, again.status, again.text]).toEqual([fields, 200, first.text]);
  }
  expect((await evaluate({ ...receipt, products: [line], currency: 'USD' })).status).toBe(409);
  const items = [
    { ...receipt, transactionRef: 'receipt-3', currency: 'ZAR' },
    { ...receipt, transactionRef: 'receipt-3' },
    { ...receipt, transactionRef: 'receipt-3', currency: null, storeRef: null },
    { ...receipt, products: [line], currency: 'ZAR' },
  ];
  const bulk = await askFor(tenant, 'bulkEvaluateTransactions', { body: { items } });
  const { results } = JSON.parse(bulk.text) as { results: readonly { status: number; mismatch?: boolean }[] };
  expect(results.map(({ status, mismatch = false }) => [status, mismatch])).toEqual(
    items.map(() => [200, false]),
  );
  const redeem = { transactionRef: 'redeem-1', memberRef: 'customer-1', amount: 100, pointsRequested: 1 };
  const asked = await askFor(tenant, 'redeemPoints', {
    body: { ...redeem, campaignId: null, storeRef: null },
  });
  expect(asked.status).not.toBe(400);
});
