import { randomUUID } from 'node:crypto';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let stored: StoredRows;
let campaignId: string;

const rule = { type: 'FIXED_POINTS', points: 10 };

beforeAll(async () => {
  shop = await createTestTenant('Undecidable');
  stored = openStoredRows();
  const [id = ''] = await activateCampaigns(shop.live, [
    { name: 'Of tomorrow', storeIds: ['broken'], earningRule: rule },
    { name: 'Everywhere', earningRule: rule },
  ]);
  campaignId = id;
  await setRule({ type: 'OF_TOMORROW' });
});

afterAll(async () => {
  await setRule(rule);
  await stored.close();
});

/** Stores a rule that no route accepts, as when an older engine meets a newer configuration. */
const setRule = async (earningRule: object): Promise<void> => {
  await stored.rowsOf('UPDATE campaigns SET earning_rule = $2 WHERE id = $1', [campaignId, earningRule]);
  await stored.rowsOf(
    `UPDATE environments SET config_version = config_version + 1
      WHERE id = (SELECT environment_id FROM campaigns WHERE id = $1)`,
    [campaignId],
  );
};

const evaluate = (storeRef: string, transactionRef: string = randomUUID()) =>
  shop.live.post('/transactions/evaluate', { transactionRef, memberRef: 'm', amount: 100, storeRef });

test('▲ a receipt on which the rules throw is refused at once, alone in its batch or among others, and stops no other', async () => {
  const alone = await evaluate('broken');
  expect([alone.status, alone.body.code]).toEqual([503, 'PROCESSING_FAILED']);
  const stores = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? 'broken' : 's1'));
  const responses = await Promise.all(stores.map((storeRef) => evaluate(storeRef)));
  expect(responses.map(({ status }) => status)).toEqual(
    stores.map((storeRef) => (storeRef === 'broken' ? 503 : 200)),
  );
  const [balance] = responses.map(({ body }) => body.pointsBalance).toSorted((a, b) => b - a);
  expect(balance).toBe(300);
});

test('its reference is free, and executed once the rules can decide it', async () => {
  const transactionRef = randomUUID();
  expect((await evaluate('broken', transactionRef)).status).toBe(503);
  const asked = await shop.live.get(`/transactions/${transactionRef}`);
  expect([asked.status, asked.body.state]).toEqual([200, 'FAILED']);
  await setRule(rule);
  const again = await evaluate('broken', transactionRef);
  expect([again.status, again.body.pointsAwarded]).toEqual([200, 20]);
  await setRule({ type: 'OF_TOMORROW' });
});
