import { randomUUID } from 'node:crypto';
import { askFor } from '../support/ask.ts';
import type { Token } from '../support/search/forms-of.ts';
import { markNow, type Mark } from '../support/search/mark.ts';
import { searchDatabase } from '../support/search/search-database.ts';
import { searchLogs } from '../support/search/search-files.ts';
import { searchRedis } from '../support/search/search-redis.ts';
import { searchTopics } from '../support/search/search-topics.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
let mark: Mark;
const tokenOf = (what: string, text: string): Token => ({ what, text, core: text });
const [first, second, refused, address] = [
  tokenOf('first secret', `first-${randomUUID()}`),
  tokenOf('second secret', `whsec_${Buffer.from(randomUUID()).toString('base64')}`),
  tokenOf('refused secret', `refused-${randomUUID()}`),
  tokenOf('address', `of-${randomUUID()}.invalid`),
];
const secrets = [first, second, refused];

beforeAll(async () => {
  tenant = await createTestTenant('Secrets by bytes');
  stored = openStoredRows();
  mark = await markNow(stored);
});
afterAll(() => stored.close());

test('control: what is not secret is found in the table', async () => {
  const body = { url: `https://${address.text}/`, secret: first.text, events: ['*'] };
  const made = await askFor(tenant, 'createWebhook', { body });
  const ids = { webhookId: (JSON.parse(made.text) as { id: string }).id };
  await askFor(tenant, 'updateWebhook', { ids, body: { secret: second.text } });
  const unsaid = await askFor(tenant, 'createWebhook', { body: { url: body.url, events: body.events } });
  secrets.push(tokenOf('made secret', (JSON.parse(unsaid.text) as { secret: string }).secret));
  for (const wrong of [{ events: ['nothing.known'] }, { url: 'https://10.0.0.1/' }, { url: 7 }]) {
    const answer = await askFor(tenant, 'createWebhook', {
      body: { ...body, secret: refused.text, ...wrong },
    });
    expect([answer.status, answer.text.includes(refused.text)]).toEqual([400, false]);
  }
  expect((await askFor(tenant, 'deleteWebhook', { ids })).status).toBe(204);
  // A fact of the write may still wait in the outbox with it.
  expect(await searchDatabase(stored, [address], mark)).toContainEqual(['webhooks', 'address']);
});

test('▲ no secret of a webhook is in a table, a log, a topic, a header or Redis', async () => {
  expect(await searchDatabase(stored, secrets, mark)).toEqual([]);
  expect(searchLogs(secrets, mark.logs)).toEqual([]);
  expect((await searchRedis(secrets)).findings).toEqual([]);
  expect(await searchTopics(secrets, mark.atMs)).toEqual({ inNames: [], inValues: [] });
});
