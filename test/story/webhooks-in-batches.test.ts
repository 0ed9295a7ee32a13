import { randomUUID } from 'node:crypto';
import { verifyWebhook, type WebhookEvent, WebhookRefused } from '@loyalty/client/webhooks';
import { eventually } from '@loyalty/testkit/runs';
import { startTestServer, type TestServer, wholeRequests } from '@loyalty/testkit/servers';
import { createTestTenant, setLiveSettings } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

type TestRequest = Parameters<Parameters<typeof wholeRequests>[0]>[0];

const receipts = 300;
const batch = { maxEvents: 50, maxWaitMs: 500 };

let endpoint: TestServer;
const received: TestRequest[] = [];
beforeAll(async () => {
  endpoint = await startTestServer(
    wholeRequests((request, response) => {
      received.push(request);
      response.writeHead(204).end();
    }),
  );
});
afterAll(() => endpoint.close());

const nthOf = (at: number): TestRequest => {
  const request = received[at];
  if (request === undefined) throw new Error('it has not arrived');
  return request;
};

test('a webhook that asks for batches gets every event of a burst once, a test as a list of one, and single events once it asks for none (D320)', async () => {
  const shop = await createTestTenant('Shop with batches');
  await setLiveSettings(shop, { webhooksOverPlainHttp: true });
  const loyalty = clientOf(shop, { apiKey: shop.keys.live });
  const events = ['transaction.processed'] as const;
  const url = `${endpoint.origin}/in`;
  const { id: webhookId, secret, ...made } = await loyalty.createWebhook({ body: { url, events, batch } });
  expect(made.batch).toEqual(batch);
  const verified = ({ body, headers }: TestRequest): Promise<readonly WebhookEvent[]> =>
    verifyWebhook({ body, headers, secrets: [secret], batch: true });
  const eventsOf = async (): Promise<readonly WebhookEvent[]> =>
    (await Promise.all(received.map(verified))).flat();

  const items = Array.from({ length: receipts }, () => ({
    transactionRef: randomUUID(),
    memberRef: `member ${randomUUID()}`,
    amount: 1_000,
  }));
  await loyalty.bulkEvaluateTransactions({ body: { items } });
  const idsOf = async () => new Set((await eventsOf()).map(({ id }) => id));
  await eventually('all have arrived', async () => (await idsOf()).size >= receipts);
  const sizes = await Promise.all(received.map(async (request) => (await verified(request)).length));
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(batch.maxEvents);
  const { deliveries } = await loyalty.listDeliveries({ webhookId, limit: 1 });
  expect(deliveries).toMatchObject([{ event: 'transaction.processed', status: 'SUCCEEDED', attempt: 1 }]);

  const before = received.length;
  await loyalty.testWebhook({ webhookId });
  await eventually('the test has arrived', () => received.length > before);
  const tested = await verified(nthOf(before));
  expect(tested.map(({ event }) => event)).toEqual(['webhook.test']);
  const { body, headers } = nthOf(before);
  await expect(verifyWebhook({ body, headers, secrets: [secret] })).rejects.toThrow(WebhookRefused);

  expect(await loyalty.updateWebhook({ webhookId, body: { batch: null } })).toMatchObject({ batch: null });
  await loyalty.testWebhook({ webhookId });
  await eventually('the other test has arrived', () => received.length > before + 1);
  const single = nthOf(before + 1);
  const event = await verifyWebhook({ body: single.body, headers: single.headers, secrets: [secret] });
  expect([event.event, single.headers['x-loyalty-event']]).toEqual(['webhook.test', 'webhook.test']);
});
