import { createSigningSecret, verifyLoyaltySignature, verifyStandardWebhook } from '@loyalty/egress';
import type { EnvironmentId } from '@loyalty/kernel';
import { updateWebhook } from '@loyalty/programme';
import { answered, minute, WebhookHouse } from '../testing/webhook-house.ts';

let house: WebhookHouse;
let environmentId: EnvironmentId;
beforeAll(async () => {
  house = await WebhookHouse.open();
});
beforeEach(async () => {
  environmentId = await house.begin();
});
afterAll(() => house.drop());

/** Which of the secrets the last request was signed with: ours, then those of Standard Webhooks. */
const signersOf = (...secrets: readonly string[]): { loyalty: boolean[]; standard: boolean[] } => {
  const { headers = {}, body = Buffer.alloc(0) } = house.sent.at(-1) ?? {};
  const standard = {
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
  };
  const keys = secrets.map(createSigningSecret);
  return {
    loyalty: keys.map((key) => verifyLoyaltySignature(key, body, headers['x-loyalty-signature'] ?? '')),
    standard: keys.map((key) =>
      verifyStandardWebhook(key, standard, { body, nowSeconds: house.nowMs / 1_000 }),
    ),
  };
};

test('▲ a secret that is changed between two attempts signs the second one; the one before it signs beside it for a day', async () => {
  const [old, next] = ['a secret of the partner', 'the next secret of the partner'];
  const webhookId = await house.endpoint(environmentId);
  house.answer = () => answered(500);
  await house.fanOut([await house.expired(environmentId)]);
  await house.work();
  expect(signersOf(old, next)).toEqual({ loyalty: [true, false], standard: [true, false] });
  await updateWebhook(house, environmentId, { webhookId, patch: { secret: next } });
  await house.work(2 * minute);
  expect(signersOf(old, next)).toEqual({ loyalty: [false, true], standard: [true, true] });
  house.nowMs += 25 * 60 * minute;
  await house.work();
  expect(signersOf(old, next)).toEqual({ loyalty: [false, true], standard: [false, true] });
  expect(house.sent).toHaveLength(3);
});

test('▲ who edits the configuration keeps no event waiting, and endpoints are read once for it, however many', async () => {
  for (let n = 0; n < 20; n += 1) await house.endpoint(environmentId);
  await house.fanOut([await house.expired(environmentId)]);
  const facts = [await house.expired(environmentId), await house.expired(environmentId)];
  await house.db.transaction(async (tx) => {
    await tx.query('UPDATE environments SET config_version = config_version + 1 WHERE id = $1', [
      environmentId,
    ]);
    await house.fanOut(facts);
  });
  const read = house.endpointReads;
  await house.fanOut([await house.expired(environmentId), await house.expired(environmentId)]);
  expect(house.endpointReads - read).toBe(1);
  await house.fanOut([await house.expired(environmentId)]);
  expect(house.endpointReads - read).toBe(1);
  expect(await house.work()).toBe(6 * 20);
});
