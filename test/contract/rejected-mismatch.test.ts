import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { askFor } from '../support/ask.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Strict');
  const place = ['--tenant', tenant.tenantId, '--mode', 'test'];
  await loyaltyctlJson('settings', 'set', 'rejectMismatch', 'true', ...place);
});

test('where it is wished, a reference that comes again with another body is refused, and what it was stays (D106)', async () => {
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
