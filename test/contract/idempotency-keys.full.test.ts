import { randomUUID } from 'node:crypto';
import { type OperationId, operations } from '@loyalty/contracts/http';
import type { Asked } from '../support/ask.ts';
import { contractCalls } from '../support/contract-calls.ts';
import type { Received } from '../support/contract.ts';
import { failReward, giftCampaign } from '../support/rewards.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('Idempotency keys');
  stored = openStoredRows();
  await activateCampaigns(tenant.test, [giftCampaign]);
});
afterAll(() => stored.close());

const { ask, bodyOf, memberNamed } = contractCalls(() => tenant);

const sendWith = (operationId: OperationId, key: string, asked: Asked): Promise<Received> =>
  ask(operationId, { ...asked, headers: { 'Idempotency-Key': key } });

const campaign = { name: 'Once', earningRule: { type: 'FIXED_POINTS', points: 1 } };
const apiKey = { name: 'Till 1', permissions: ['members:read'] };
const anotherUrl = () => `https://hooks.invalid/${randomUUID()}`;

const createdId = async (operationId: OperationId, body: object): Promise<string> =>
  (await bodyOf<{ id: string }>(operationId, { body })).id;

const failedReward = async (): Promise<string> => {
  const body = { transactionRef: randomUUID(), memberRef: randomUUID(), amount: 100 };
  const given = await bodyOf<{ campaigns: readonly { rewardIds: readonly string[] }[] }>(
    'evaluateTransaction',
    { body },
  );
  const [rewardId = ''] = given.campaigns.flatMap(({ rewardIds }) => rewardIds);
  await failReward(stored, rewardId);
  return rewardId;
};

const endedDelivery = async (webhookId: string): Promise<string> => {
  const { deliveryId } = await bodyOf<{ deliveryId: string }>('testWebhook', { ids: { webhookId } });
  await stored.rowsOf(
    `WITH ended AS (DELETE FROM delivery_tasks WHERE id = $1 RETURNING 1)
     UPDATE deliveries SET status = 'FAILED' WHERE id = $1`,
    [deliveryId],
  );
  return deliveryId;
};

/** A first request and one with other content, or for another record, for each operation that reads the header. */
const requests: Readonly<Partial<Record<OperationId, () => Promise<readonly [Asked, Asked]>>>> = {
  createCampaign: () => Promise.resolve([{ body: campaign }, { body: { ...campaign, name: 'Twice' } }]),
  recordConsent: async () => {
    const { id: memberId } = await memberNamed(randomUUID());
    const body = { memberId, purpose: 'MARKETING', channels: ['SMS'], granted: true, source: 'store-7' };
    return [{ body }, { body: { ...body, granted: false } }];
  },
  addMemberNote: async () => {
    const { id: memberId } = await memberNamed(randomUUID());
    return [
      { ids: { memberId }, body: { text: 'Called' } },
      { ids: { memberId }, body: { text: 'Called again' } },
    ];
  },
  retryReward: async () => [
    { ids: { rewardId: await failedReward() } },
    { ids: { rewardId: await failedReward() } },
  ],
  createTier: () =>
    Promise.resolve([
      { body: { name: 'Gold', minLifetimePoints: 5 } },
      { body: { name: 'Gold', minLifetimePoints: 6 } },
    ]),
  createSegment: () =>
    Promise.resolve([
      { body: { name: 'Staff', type: 'STATIC' } },
      { body: { name: 'Others', type: 'STATIC' } },
    ]),
  createEventDefinition: () =>
    Promise.resolve([{ body: { key: 'once', name: 'Once' } }, { body: { key: 'twice', name: 'Twice' } }]),
  createWebhook: () =>
    Promise.resolve([
      { body: { url: anotherUrl(), events: ['*'] } },
      { body: { url: anotherUrl(), events: ['*'] } },
    ]),
  testWebhook: async () => {
    const [one, other] = [await createdWebhook(), await createdWebhook()];
    return [{ ids: { webhookId: one } }, { ids: { webhookId: other } }];
  },
  replayDelivery: async () => {
    const webhookId = await createdWebhook();
    const idsOf = async () => ({ ids: { webhookId, deliveryId: await endedDelivery(webhookId) } });
    return [await idsOf(), await idsOf()];
  },
  replayEvents: async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const askedOf = async () => ({ ids: { webhookId: await createdWebhook() }, body: { since } });
    return [await askedOf(), await askedOf()];
  },
  createApiKey: () => Promise.resolve([{ body: apiKey }, { body: { ...apiKey, name: 'Till 2' } }]),
  rotateApiKey: async () => {
    const [one, other] = [await createdKey(), await createdKey()];
    return [{ ids: { keyId: one } }, { ids: { keyId: other } }];
  },
};

const createdWebhook = () => createdId('createWebhook', { url: anotherUrl(), events: ['*'] });
const createdKey = () => createdId('createApiKey', apiKey);

const withKeys = operations
  .filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
  .map(({ operationId }) => operationId);

test('every operation without a reference is tried here', () => {
  expect(Object.keys(requests).toSorted()).toEqual(withKeys.toSorted());
});

test.each(withKeys)(
  '%s is done once for each key, at whatever moment it is repeated',
  async (operationId) => {
    const [first, other] = (await requests[operationId]?.()) ?? [{}, {}];
    const key = randomUUID();
    const together = await Promise.all(Array.from({ length: 6 }, () => sendWith(operationId, key, first)));
    const later = await sendWith(operationId, key, first);
    const [executed] = together.filter(({ headers }) => !headers.has('Idempotent-Replayed'));
    expect(together.filter(({ headers }) => !headers.has('Idempotent-Replayed'))).toHaveLength(1);
    for (const { status, text, headers } of [...together, later]) {
      expect({ status, text, etag: headers.get('ETag') }).toEqual({
        status: executed?.status,
        text: executed?.text,
        etag: executed?.headers.get('ETag') ?? null,
      });
    }
    expect(executed?.status).toBeLessThan(300);
    expect(later.headers.get('Idempotent-Replayed')).toBe('true');
    const reused = await sendWith(operationId, key, other);
    expect([reused.status, JSON.parse(reused.text)]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_REUSED' }]);
    // Nothing of the refusal was kept.
    const anew = await sendWith(operationId, randomUUID(), other);
    expect([anew.status, anew.headers.get('Idempotent-Replayed')]).toEqual([executed?.status, null]);
  },
);

test('a refused request does not use up its key', async () => {
  const key = randomUUID();
  const body = { name: 'Bronze', minLifetimePoints: 77 };
  const { id: tierId } = await bodyOf<{ id: string }>('createTier', { body });
  expect((await sendWith('createTier', key, { body })).status).toBe(409);
  await ask('deleteTier', { ids: { tierId } });
  const made = await sendWith('createTier', key, { body });
  expect([made.status, made.headers.get('Idempotent-Replayed')]).toEqual([201, null]);
});

test('another credential does not get the response, which has a secret', async () => {
  const key = randomUUID();
  const asked = { body: { ...apiKey, name: 'Till 3', role: undefined, permissions: ['keys:write'] } };
  const made = await sendWith('createApiKey', key, asked);
  const { key: secret } = JSON.parse(made.text) as { key: string };
  const byNewKey = await sendWith('createApiKey', key, { ...asked, key: secret });
  expect(byNewKey.headers.get('Idempotent-Replayed')).toBeNull();
  expect(JSON.parse(byNewKey.text)).not.toMatchObject({ key: secret });
  const rows = await stored.rowsOf<{ text: string }>(
    `SELECT encode(response, 'escape') AS text FROM kept_responses k JOIN environments e ON e.id = k.environment_id
      WHERE e.tenant_id = $1`,
    [tenant.tenantId],
  );
  expect(rows.length).toBeGreaterThan(withKeys.length);
  expect(rows.filter(({ text }) => text.includes(secret) || text.includes('Till'))).toEqual([]);
});

test.each([
  ['empty', ''],
  ['too long', 'k'.repeat(256)],
  ['of two words', 'one two'],
  ['not of ASCII', 'clé'],
])('a key that is %s is refused by name', async (_what, key) => {
  const refused = await sendWith('createCampaign', key, { body: campaign });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    400,
    { context: { errors: [{ pointer: '/Idempotency-Key' }] } },
  ]);
});

test('an operation with a reference ignores the header', async () => {
  const key = 'one two';
  const body = { transactionRef: randomUUID(), memberRef: 'customer-1', amount: 100 };
  expect((await sendWith('evaluateTransaction', key, { body })).status).toBe(200);
});
