import { forbiddenUrlsAt } from '../../packages/egress/src/testing/forbidden-urls.ts';
import { askFor } from '../support/ask.ts';
import type { Received } from '../support/contract.ts';
import { inParallel } from '../support/in-parallel.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let webhookId: string;

beforeAll(async () => {
  tenant = await createTestTenant('URLs of webhooks');
  const { text } = await register('https://hooks.invalid/');
  webhookId = (JSON.parse(text) as { id: string }).id;
});

const webhook = { secret: 'sixteen characters', events: ['*'] };

const register = (url: string, key?: string): Promise<Received> =>
  askFor(tenant, 'createWebhook', { body: { ...webhook, url }, ...(key === undefined ? {} : { key }) });

const move = (url: string): Promise<Received> =>
  askFor(tenant, 'updateWebhook', { ids: { webhookId }, body: { url } });

/** The local stack allows 127.0.0.0/8 in its usual notation, so that receivers can be tried. */
const allowedHere = [
  'http://127.0.0.1:8081/',
  'http://127.0.0.2:8081/',
  'http://127.255.255.254:8081/',
  'http://localhost:8081/',
  'http://LOCALHOST:8081/',
  'http://127.0.0.1:8081?@good.example/',
];

const refused = forbiddenUrlsAt(8_081).filter((url) => !allowedHere.includes(url));

test('the list of addresses that are not public is the whole one', () => {
  expect(refused.length).toBeGreaterThanOrEqual(40);
  expect(forbiddenUrlsAt(8_081)).toEqual(expect.arrayContaining(allowedHere));
});

test('a webhook at any of them is refused, by its creation and by its change (D71)', async () => {
  const responses = await inParallel(refused, 4, async (url) => [await register(url), await move(url)]);
  const outcomes = responses.flat().map(({ status, text }) => [status, JSON.parse(text) as unknown]);
  const expected = [400, { code: 'VALIDATION_ERROR', context: { errors: [{ pointer: '/url' }] } }];
  expect(outcomes).toMatchObject(Array(2 * refused.length).fill(expected));
});

test('what is inside is refused with one text, whatever it looks like (D71)', async () => {
  const texts: unknown[] = [];
  for (const url of ['http://10.0.0.1/', 'http://192.168.7.7:8080/', 'http://redis/', 'http://db.svc/']) {
    const { context } = JSON.parse((await register(url)).text) as { context: unknown };
    texts.push(context);
  }
  expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(1);
});

test('nothing was registered, and what is there was not moved', async () => {
  const { text } = await askFor(tenant, 'listWebhooks');
  const { webhooks } = JSON.parse(text) as { webhooks: { id: string; url: string }[] };
  expect(webhooks).toMatchObject([{ id: webhookId, url: 'https://hooks.invalid/' }]);
});

test('a name that nobody knows now is taken: it is judged whenever it is called', async () => {
  expect((await register('https://not-there-yet.invalid/in')).status).toBe(201);
});

test('http is taken in test, and in live when the operator has said so (D6, D71)', async () => {
  const url = 'http://hooks.invalid/';
  const { live, test } = tenant.keys;
  expect((await register(url, test)).status).toBe(201);
  expect((await register(url, live)).status).toBe(400);
  expect((await register('https://hooks.invalid/', live)).status).toBe(201);
  const place = ['--tenant', tenant.tenantId, '--mode', 'live'];
  await loyaltyctlJson('settings', 'set', 'webhooksOverPlainHttp', 'true', ...place);
  expect((await register(url, live)).status).toBe(201);
});
