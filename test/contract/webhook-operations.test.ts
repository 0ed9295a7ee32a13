import { eventually } from '@loyalty/testkit/runs';
import { isOfWebhooks } from '../support/contract.ts';
import { contractCalls } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTestTenant('Webhooks');
});

/** Each response is checked against the contract. */
const { ask, bodyOf, statusOf, unserved } = contractCalls(() => tenant);

test('the life of a webhook is answered as the contract says, and never with its secret', async () => {
  const secret = `secret-of-${crypto.randomUUID()}`;
  const body = { url: 'https://hooks.invalid/in?a=1', secret, events: ['reward.issued', 'reward.issued'] };
  const made = await ask('createWebhook', { body });
  const webhook = JSON.parse(made.text) as { id: string };
  const ids = { webhookId: webhook.id };
  expect([made.status, webhook]).toMatchObject([
    201,
    { url: body.url, events: ['reward.issued'], status: 'ACTIVE', disabledReason: null },
  ]);
  const responses = [
    made,
    await ask('getWebhook', { ids }),
    await ask('listWebhooks', { query: '?limit=1' }),
    await ask('updateWebhook', { ids, body: { secret: `${secret}-2`, events: ['*'], status: 'DISABLED' } }),
    await ask('updateWebhook', { ids, body: { secret, events: ['*', 'reward.issued'] } }),
    await ask('createWebhook', { body: { ...body, secret: secret.repeat(8), url: 'nowhere' } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 200, 400, 400]);
  expect(responses.filter(({ text }) => text.includes(secret))).toEqual([]);
  expect(await bodyOf('getWebhook', { ids })).toMatchObject({
    events: ['*'],
    status: 'DISABLED',
    disabledReason: 'MANUAL',
    disabledAt: expect.any(String) as string,
  });
  expect(await bodyOf('updateWebhook', { ids, body: { status: 'ACTIVE' } })).toMatchObject({
    status: 'ACTIVE',
    disabledReason: null,
    disabledAt: null,
  });
  expect(await bodyOf('listWebhooks')).toMatchObject({ webhooks: [{ id: webhook.id }], nextCursor: null });
  expect(await statusOf('deleteWebhook', { ids })).toBe(204);
  for (const gone of ['getWebhook', 'deleteWebhook'] as const)
    expect(await statusOf(gone, { ids })).toBe(404);
  expect(await statusOf('updateWebhook', { ids, body: {} })).toBe(404);
});

test('a webhook without an address is polled, and its other operations are those of any webhook (D337)', async () => {
  const { id: webhookId } = await bodyOf<{ id: string }>('createWebhook', {
    body: { url: 'poll:', events: ['*'] },
  });
  const ids = { webhookId };
  expect(await bodyOf('pollWebhook', { ids, query: '?waitSeconds=0' })).toEqual({ events: [], after: null });
  expect(await bodyOf('updateWebhook', { ids, body: { url: 'https://hooks.invalid/in' } })).toMatchObject({
    url: 'https://hooks.invalid/in',
  });
  expect(await statusOf('deleteWebhook', { ids })).toBe(204);
});

test.each([
  ['none', {}],
  ['null, which is absent (D125)', { secret: null }],
])(
  'a webhook with the secret %s gets one of 32 random bytes, shown in this response alone (D141)',
  async (_, given) => {
    const body = { url: 'https://hooks.invalid/made', events: ['campaign.budget_alert'] };
    const made = await ask('createWebhook', { body: { ...body, ...given } });
    const { id, secret } = JSON.parse(made.text) as { readonly id: string; readonly secret: string };
    expect([made.status, secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
    const ids = { webhookId: id };
    const later = [
      await ask('getWebhook', { ids }),
      await ask('listWebhooks'),
      await ask('updateWebhook', { ids, body: { events: ['member.erased'] } }),
      await ask('updateWebhook', { ids, body: { secret } }),
    ];
    expect(later.map(({ status, text }) => [status, text.includes('whsec_')])).toEqual(
      later.map(() => [200, false]),
    );
    const again = JSON.parse((await ask('createWebhook', { body })).text) as { readonly secret: string };
    expect(again.secret).not.toBe(secret);
    // The made one is the one that signs: given again, it is no change.
    const [before, after] = later
      .slice(2)
      .map(({ text }) => JSON.parse(text) as { readonly updatedAt: string });
    expect(after?.updatedAt).toBe(before?.updatedAt);
  },
);

test.each([
  [{ secret: 'x'.repeat(15) }, '/secret'],
  [{ secret: 'x'.repeat(257) }, '/secret'],
  [{ secret: 'aaaaaaaaaaaaaaaa' }, '/secret'],
  [{ secret: 'passwordpassword' }, '/secret'],
  [{ secret: 'whsec_not canonical base64!' }, '/secret'],
  [{ secret: `whsec_${Buffer.from('unpadded base64 of 32 bytes here').toString('base64url')}` }, '/secret'],
  [{ secret: `whsec_${Buffer.from('fifteen bytes!!').toString('base64')}` }, '/secret'],
  [{ events: [] }, '/events'],
  [{ events: ['member.state_changed'] }, '/events/0'],
  [{ events: ['*', 'reward.issued'] }, '/events'],
  [{ url: 'https://user:word@hooks.invalid/' }, '/url'],
  [{ url: `https://hooks.invalid/${'x'.repeat(2_048)}` }, '/url'],
])('a webhook with %j is refused at %s (D67, D71)', async (wrong, pointer) => {
  const body = { url: 'https://hooks.invalid/', secret: 'sixteen letters!', events: ['*'], ...wrong };
  expect(await bodyOf('createWebhook', { body })).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    context: { errors: [{ pointer }] },
  });
});

test('deliveries are tested, listed and replayed as the contract says', async () => {
  const body = { url: 'https://hooks.invalid/in', secret: 'sixteen letters!', events: ['*'] };
  const { id: webhookId } = await bodyOf<{ readonly id: string }>('createWebhook', { body });
  const ids = { webhookId };
  const tested = await ask('testWebhook', { ids });
  const { deliveryId } = JSON.parse(tested.text) as { readonly deliveryId: string };
  expect([tested.status, JSON.parse(tested.text)]).toMatchObject([202, { event: 'webhook.test' }]);
  const newest = async () => {
    const query = '?limit=1&event=webhook.test&since=2026-01-01';
    const { deliveries } = await bodyOf<{
      readonly deliveries: readonly { readonly status: string; readonly failure: string | null }[];
    }>('listDeliveries', { ids, query });
    return deliveries[0];
  };
  await eventually('nobody is there', async () => (await newest())?.status === 'FAILED');
  expect(await newest()).toMatchObject({ id: deliveryId, failure: 'DNS_FAILED', responseCode: null });
  expect(await bodyOf('getDelivery', { ids: { ...ids, deliveryId } })).toEqual({
    ...(await newest()),
    body: expect.objectContaining({ event: 'webhook.test', deliveryId, data: { webhookId } }) as object,
  });
  expect(await bodyOf('replayDelivery', { ids: { ...ids, deliveryId } })).toMatchObject({
    replayOf: deliveryId,
    status: 'PENDING',
  });
  for (const unknown of [crypto.randomUUID(), 'no-id']) {
    expect(await statusOf('getDelivery', { ids: { ...ids, deliveryId: unknown } })).toBe(404);
    expect(await statusOf('replayDelivery', { ids: { ...ids, deliveryId: unknown } })).toBe(404);
  }
  const nobodys = { ids: { webhookId: crypto.randomUUID() } };
  expect(await statusOf('listDeliveries', nobodys)).toBe(404);
  expect(await statusOf('testWebhook', nobodys)).toBe(404);
  expect(await statusOf('listDeliveries', { ids, query: '?status=LOST' })).toBe(400);
});

test('replays of a range are asked for, listed and refused as the contract says, and come to their end', async () => {
  const body = { url: 'https://hooks.invalid/in', secret: 'sixteen letters!', events: ['*'] };
  const { id: webhookId } = await bodyOf<{ readonly id: string }>('createWebhook', { body });
  const ids = { webhookId };
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const range = { since: ago(30), until: ago(2) };
  const first = await ask('replayEvents', { ids, body: range });
  expect([first.status, JSON.parse(first.text)]).toMatchObject([
    202,
    { ...range, only: 'UNDELIVERED', state: 'RUNNING', made: 0, finishedAt: null },
  ]);
  const newest = async () => {
    const { replays } = await bodyOf<{
      readonly replays: readonly { readonly replayId: string; readonly state: string }[];
    }>('listReplays', { ids, query: '?limit=1' });
    return replays[0];
  };
  await eventually('it is over', async () => (await newest())?.state === 'DONE');
  expect(await newest()).toMatchObject({
    ...(JSON.parse(first.text) as object),
    state: 'DONE',
    finishedAt: expect.any(String) as string,
  });
  const wide = { since: ago(30), only: 'ALL' };
  const second = await ask('replayEvents', { ids, body: wide });
  expect([second.status, JSON.parse(second.text)]).toMatchObject([202, { since: wide.since, only: 'ALL' }]);
  // Events of the last minute keep it running.
  expect(await bodyOf('replayEvents', { ids, body: wide })).toMatchObject({
    status: 409,
    code: 'INVALID_STATE_TRANSITION',
    context: { from: 'RUNNING', to: 'RUNNING', reason: 'REPLAY_RUNNING' },
  });
  await ask('updateWebhook', { ids, body: { status: 'DISABLED' } });
  expect(await bodyOf('replayEvents', { ids, body: wide })).toMatchObject({
    status: 409,
    context: { from: 'DISABLED', to: 'RUNNING', reason: 'ENDPOINT_DISABLED' },
  });
  await eventually('it is stopped', async () => (await newest())?.state === 'STOPPED');
  const whole = await bodyOf<{ readonly replays: unknown[] }>('listReplays', { ids });
  expect(whole).toMatchObject({ replays: [{ state: 'STOPPED' }, { state: 'DONE' }], nextCursor: null });
  const nobodys = { ids: { webhookId: crypto.randomUUID() } };
  expect(await statusOf('listReplays', nobodys)).toBe(404);
  expect(await statusOf('replayEvents', { ...nobodys, body: range })).toBe(404);
});

test.each([
  [{ since: undefined }, '/since'],
  [{ since: 'yesterday' }, '/since'],
  [{ since: '2026-03-01', until: '2026-02-28' }, '/since'],
  [{ since: '2999-01-01' }, '/since'],
  [{ since: '2001-01-01', until: '2001-01-01' }, '/until'],
  [{ until: 'now' }, '/until'],
  [{ only: 'FAILED' }, '/only'],
])('a replay of %j is refused at %s', async (wrong, pointer) => {
  const webhook = { url: 'https://hooks.invalid/in', secret: 'sixteen letters!', events: ['*'] };
  const { id: webhookId } = await bodyOf<{ readonly id: string }>('createWebhook', { body: webhook });
  const body = { since: new Date(Date.now() - 60_000).toISOString(), ...wrong };
  expect(await bodyOf('replayEvents', { ids: { webhookId }, body })).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    context: { errors: [{ pointer }] },
  });
});

test('▲ every operation on webhooks was done by the client', () => {
  expect(unserved(isOfWebhooks)).toEqual([]);
});
