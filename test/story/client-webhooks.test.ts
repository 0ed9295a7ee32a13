import { randomUUID } from 'node:crypto';
import { verifyWebhook, WebhookRefused, type WebhookDelivery } from '@loyalty/client/webhooks';
import { eventually } from '@loyalty/testkit/runs';
import { startTestServer, type TestServer, wholeRequests } from '@loyalty/testkit/servers';
import { Webhook } from 'standardwebhooks';
import { createTestTenant, setLiveSettings } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

type TestRequest = Parameters<Parameters<typeof wholeRequests>[0]>[0];

const receipts = 500;
/** A webhook has a secret that was made for it, the other one a text of the partner. */
const partnersText = 'ein Schlüssel des Partners';

let endpoint: TestServer;
/** The secrets by the path of the webhook. */
const secrets = new Map<string, string>();
const received: TestRequest[] = [];

beforeAll(async () => {
  endpoint = await startTestServer(
    wholeRequests((request, response) => {
      received.push(request);
      response.writeHead(204).end();
    }),
  );
  const shop = await createTestTenant('Client that receives webhooks');
  await setLiveSettings(shop, { webhooksOverPlainHttp: true });
  const loyalty = clientOf(shop, { apiKey: shop.keys.live });
  const events = ['transaction.processed'] as const;
  const made = await loyalty.createWebhook({ body: { url: `${endpoint.origin}/made`, events } });
  secrets.set('/made', made.secret ?? '');
  await loyalty.createWebhook({ body: { url: `${endpoint.origin}/text`, events, secret: partnersText } });
  secrets.set('/text', partnersText);
  const items = Array.from({ length: receipts }, (_, at) => ({
    transactionRef: randomUUID(),
    memberRef: `Zoë ${(at % 50).toString()}`,
    amount: 100 + at,
  }));
  await loyalty.bulkEvaluateTransactions({ body: { items } });
  const ids = () => new Set(received.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`));
  await eventually('all have arrived', () => ids().size >= 2 * receipts);
});
afterAll(() => endpoint.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const deliveryOf = ({ path, body, headers }: TestRequest): WebhookDelivery => ({
  body,
  headers,
  secrets: [secrets.get(path)],
});

const judge = async (delivery: WebhookDelivery): Promise<string> => {
  try {
    return (await verifyWebhook(delivery)).event;
  } catch (error) {
    if (error instanceof WebhookRefused) return error.reason;
    throw error;
  }
};

/** How often each judgement was passed. */
const judgedOf = async (deliveries: readonly WebhookDelivery[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const judged of await Promise.all(deliveries.map(judge))) counts[judged] = (counts[judged] ?? 0) + 1;
  return counts;
};

const withOneBitChanged = (bytes: Uint8Array, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  const at = bit % (bytes.length * 8);
  changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
  return changed;
};

test('▲ a thousand deliveries of the dispatcher are accepted, and each is refused with one bit of it changed (D196)', async () => {
  const deliveries = received.map(deliveryOf);
  expect(deliveries.length).toBeGreaterThanOrEqual(1_000);
  expect(await judgedOf(deliveries)).toEqual({ 'transaction.processed': deliveries.length });
  const changed = received.map((request, at) => {
    const body = withOneBitChanged(request.body, at * 7_919);
    return { ...deliveryOf(request), body };
  });
  expect(await judgedOf(changed)).toEqual({ SIGNATURE: deliveries.length });
  const ofOther = received.map((request) => ({ ...deliveryOf(request), secrets: ['another secret'] }));
  expect(await judgedOf(ofOther)).toEqual({ SIGNATURE: deliveries.length });
});

test.each([6, -6])('each of them is refused %d minutes away from its time (D196)', async (minutes) => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + minutes * 60_000);
  expect(await judgedOf(received.map(deliveryOf))).toEqual({ EXPIRED: received.length });
});

test('what the library of Standard Webhooks signs is accepted, and it accepts what the dispatcher signs (D141)', async () => {
  const made = new Webhook(secrets.get('/made') ?? '');
  const ofMade = received.filter(({ path }) => path === '/made');
  for (const { body, headers } of ofMade)
    expect(() => made.verify(body, headers as Record<string, string>)).not.toThrow();
  const signed = ofMade.map(({ body }) => {
    const [id, at] = [randomUUID(), new Date()];
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': Math.floor(at.getTime() / 1_000).toString(),
      'webhook-signature': made.sign(id, at, body),
    };
    return { body: new Uint8Array(body), headers, secrets: [secrets.get('/made')] };
  });
  expect(await judgedOf(signed)).toEqual({ 'transaction.processed': signed.length });
  const changed = signed.map((one, at) => ({ ...one, body: withOneBitChanged(one.body, at * 104_729) }));
  expect(await judgedOf(changed)).toEqual({ SIGNATURE: signed.length });
});
