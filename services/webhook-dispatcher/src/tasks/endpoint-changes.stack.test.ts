import {
  createSigningSecret,
  verifyLoyaltySignature,
  verifyStandardWebhook,
} from '@loyalty/egress/signatures';
import type { EnvironmentId } from '@loyalty/kernel';
import { updateWebhook } from '@loyalty/tables/webhooks/management';
import { answered, minute, WebhookFixture } from '../testing/webhook-fixture.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
});
afterAll(() => fixture.drop());

/** Returns the secrets that signed the last request: by the project's scheme, then by Standard Webhooks. */
const signersOf = (...secrets: readonly string[]): { loyalty: boolean[]; standard: boolean[] } => {
  const { headers = {}, body = Buffer.alloc(0) } = fixture.sent.at(-1) ?? {};
  const standard = {
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
  };
  const keys = secrets.map(createSigningSecret);
  return {
    loyalty: keys.map((key) => verifyLoyaltySignature(key, body, headers['x-loyalty-signature'] ?? '')),
    standard: keys.map((key) =>
      verifyStandardWebhook(key, standard, { body, nowSeconds: fixture.nowMs / 1_000 }),
    ),
  };
};

test('▲ a secret that is changed between two attempts signs the second one; the previous one also signs for a day', async () => {
  const [old, next] = ['a secret of the partner', 'the next secret of the partner'];
  const webhookId = await fixture.endpoint(environmentId);
  fixture.answer = () => answered(500);
  await fixture.fanOut([await fixture.expired(environmentId)]);
  await fixture.work();
  expect(signersOf(old, next)).toEqual({ loyalty: [true, false], standard: [true, false] });
  await updateWebhook(fixture, environmentId, { webhookId, patch: { secret: next } });
  await fixture.work(2 * minute);
  expect(signersOf(old, next)).toEqual({ loyalty: [false, true], standard: [true, true] });
  fixture.nowMs += 25 * 60 * minute;
  await fixture.work();
  expect(signersOf(old, next)).toEqual({ loyalty: [false, true], standard: [false, true] });
  expect(fixture.sent).toHaveLength(3);
});

test('▲ an edit of the configuration delays no event, and all endpoints are read once for it', async () => {
  for (let n = 0; n < 20; n += 1) await fixture.endpoint(environmentId);
  await fixture.fanOut([await fixture.expired(environmentId)]);
  const facts = [await fixture.expired(environmentId), await fixture.expired(environmentId)];
  await fixture.db.transaction(async (tx) => {
    await tx.query('UPDATE environments SET config_version = config_version + 1 WHERE id = $1', [
      environmentId,
    ]);
    await fixture.fanOut(facts);
  });
  const read = fixture.endpointReads;
  await fixture.fanOut([await fixture.expired(environmentId), await fixture.expired(environmentId)]);
  expect(fixture.endpointReads - read).toBe(1);
  await fixture.fanOut([await fixture.expired(environmentId)]);
  expect(fixture.endpointReads - read).toBe(1);
  expect(await fixture.work()).toBe(6 * 20);
});
