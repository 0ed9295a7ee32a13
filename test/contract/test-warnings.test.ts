import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { contractCalls, contractCampaign } from '../support/contract-calls.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Warnings of test keys');
});

const { ask, bodyOf } = contractCalls(() => tenant);

const receipt = () => ({ transactionRef: randomUUID(), memberRef: 'customer-1', amount: 15_000 });
const misspelt = () => ({ ...receipt(), items: [{ sku: 'A' }], store: 'store-7' });

interface Logged {
  /** Null for a request without a body, such as the one that reads this list. */
  readonly requestBody: { readonly transactionRef?: string } | null;
  readonly warnings: readonly object[];
}

const warningsOfLog = async (ref: string): Promise<readonly object[]> => {
  let found: Logged | undefined;
  await eventually('the request is in the log', async () => {
    const { requestLogs } = await bodyOf<{ requestLogs: readonly Logged[] }>('listRequestLogs');
    found = requestLogs.find(({ requestBody }) => requestBody?.transactionRef === ref);
    return found !== undefined;
  });
  return found?.warnings ?? [];
};

test('a test key hears of fields that were ignored, and that no campaign is active (D338); the body stays as it is', async () => {
  const body = misspelt();
  const first = await ask('evaluateTransaction', { body });
  expect(first.headers.get('Loyalty-Warnings')).toBe(
    'NO_ACTIVE_CAMPAIGN, UNKNOWN_FIELD;pointer="/items", UNKNOWN_FIELD;pointer="/store";near="storeRef"',
  );
  expect(first.text).not.toContain('warnings');
  expect(await warningsOfLog(body.transactionRef)).toMatchObject([
    { code: 'NO_ACTIVE_CAMPAIGN', pointer: '' },
    { code: 'UNKNOWN_FIELD', pointer: '/items' },
    { code: 'UNKNOWN_FIELD', pointer: '/store', near: 'storeRef' },
  ]);
  await activateCampaigns(tenant.test, [contractCampaign]);
  const second = await ask('evaluateTransaction', { body: receipt() });
  expect(second.headers.get('Loyalty-Warnings')).toBeNull();
});

test('a live key gets no warnings', async () => {
  const answer = await ask('evaluateTransaction', { body: misspelt(), key: tenant.keys.live });
  expect([answer.status, answer.headers.get('Loyalty-Warnings')]).toEqual([200, null]);
});

test('a redemption under no campaign says so', async () => {
  const body = { ...receipt(), pointsRequested: 10 };
  const answer = await ask('redeemPoints', { body, key: tenant.keys.live });
  expect(JSON.parse(answer.text)).toMatchObject({
    code: 'CAMPAIGN_NOT_FOUND',
    context: { reason: 'NO_REDEMPTION_RULE' },
  });
});
