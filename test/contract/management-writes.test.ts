import { randomUUID } from 'node:crypto';
import { createApi } from '../support/api.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { createTestTenant } from '../support/tenant.ts';

const secret = 'a secret of an endpoint, which no fact contains';

test('▲ every change of the configuration leaves a fact of what was written, by the time it is answered; never a secret', async () => {
  const beganMs = Date.now();
  const shop = await createTestTenant('Management writes');
  const api = createApi(shop.tenantId, shop.keys.live);
  const made = async (path: string, body: object): Promise<string> => (await api.post(path, body)).body.id;

  const rule = { name: 'Autumn', earningRule: { type: 'FIXED_POINTS', points: 1 } };
  const campaign = await made('/campaigns', rule);
  await api.patch(`/campaigns/${campaign}`, { name: 'Winter' });
  await api.post(`/campaigns/${campaign}/activate`, {});
  const tier = await made('/tiers', { name: 'Bronze', minLifetimePoints: 0, sortOrder: 1 });
  await api.patch(`/tiers/${tier}`, { name: 'Copper' });
  await api.delete(`/tiers/${tier}`);
  const segment = await made('/segments', { name: 'Some', type: 'STATIC' });
  await api.patch(`/segments/${segment}`, { name: 'Few' });
  await api.delete(`/segments/${segment}`);
  const key = `test.${randomUUID()}`;
  await api.post('/event-definitions', { key, name: 'Event', properties: {} });
  await api.patch(`/event-definitions/${key}`, { name: 'Other' });
  const endpoint = { url: 'https://example.com/hook', secret, events: ['*'] };
  const webhook = await made('/webhooks', endpoint);
  await api.patch(`/webhooks/${webhook}`, { status: 'DISABLED' });
  await api.delete(`/webhooks/${webhook}`);
  const unsaid = await api.post('/webhooks', { url: 'https://example.com/made', events: ['*'] });
  const secretMade = unsaid.body.secret;

  const facts = distinctFacts(await readFacts(shop.tenantId, beganMs), 'management.written');
  const written = facts.map(({ data: { kind, entityId, action } }) => [kind, entityId, action].join(' '));
  expect(written.toSorted()).toEqual(
    [
      ...['created', 'changed', 'changed'].map((action) => `campaign ${campaign} ${action}`),
      ...['created', 'changed', 'deleted'].map((action) => `tier ${tier} ${action}`),
      ...['created', 'changed', 'deleted'].map((action) => `segment ${segment} ${action}`),
      ...['created', 'changed'].map((action) => `event-definition ${key} ${action}`),
      ...['created', 'changed', 'deleted'].map((action) => `webhook ${webhook} ${action}`),
      `webhook ${unsaid.body.id} created`,
    ].toSorted(),
  );
  expect(
    facts.find(({ data }) => data['kind'] === 'campaign' && data['action'] === 'created')?.data,
  ).toMatchObject({
    actor: expect.stringMatching(/^key:/) as string,
    body: { ...rule, id: campaign },
  });
  expect(secretMade).toMatch(/^whsec_/);
  for (const kept of [secret, secretMade]) expect(JSON.stringify(facts)).not.toContain(kept);
});
