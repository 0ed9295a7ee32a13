import { eventually } from '@loyalty/testkit';
import { askFor } from '../support/ask.ts';
import { send } from '../support/contract.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Places');
});

test.each(['evaluate', 'simulate', 'burn-rate', '.', '..', '%2e%2e', 'a/../b'])(
  'the result of the reference %j is where its acceptance says, also for clients that take dots out of paths (D83)',
  async (transactionRef) => {
    const body = { transactionRef, memberRef: 'customer-1', amount: 100 };
    const headers = { Prefer: 'respond-async' };
    const accepted = await askFor(tenant, 'evaluateTransaction', { body, headers });
    expect(accepted.status).toBe(202);
    const location = accepted.headers.get('Location') ?? '';
    const found = () => send('GET', location, { headers: { 'X-API-Key': tenant.keys.test } });
    await eventually('the receipt is decided', async () => (await found()).status === 200);
    expect(JSON.parse((await found()).text)).toMatchObject({ transactionRef, state: 'PROCESSED' });
  },
);

test('a reference that nobody can have given is unknown, and none at all a fault of the request', async () => {
  const statusOf = async (query: string) => (await askFor(tenant, 'findTransaction', { query })).status;
  expect(await statusOf(`?transactionRef=${'a'.repeat(300)}`)).toBe(404);
  expect(await statusOf('?operation=event&transactionRef=evaluate')).toBe(404);
  expect(await statusOf('')).toBe(400);
});
