import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '@loyalty/testkit/runs';
import type { Asked } from '../support/ask.ts';
import { contractCalls } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Polled events');
});

const { ask, bodyOf } = contractCalls(() => tenant);

interface Polled {
  readonly events: readonly { readonly event: string; readonly eventId: string; readonly body: object }[];
  readonly after: string | null;
}

const register = async (events: readonly string[] = ['*']): Promise<string> =>
  (await bodyOf<{ id: string }>('createWebhook', { body: { url: 'poll:', events } })).id;
const evaluate = (memberRef: string = randomUUID()) =>
  ask('evaluateTransaction', { body: { transactionRef: randomUUID(), memberRef, amount: 100 } });
const queryOf = (after: string | null, waitSeconds: number): Pick<Asked, 'query'> => ({
  query: `?${new URLSearchParams({ ...(after !== null && { after }), waitSeconds: waitSeconds.toString() }).toString()}`,
});
const poll = (webhookId: string, after: string | null = null, waitSeconds = 0) =>
  bodyOf<Polled>('pollWebhook', { ids: { webhookId }, ...queryOf(after, waitSeconds) });

/** Polls until so many events came; each poll goes on after the one before. */
const pollFor = async (webhookId: string, count: number) => {
  const events: Polled['events'][number][] = [];
  let after: string | null = null;
  await eventually(`${count.toString()} events`, async () => {
    const polled: Polled = await poll(webhookId, after);
    events.push(...polled.events);
    after = polled.after;
    return events.length >= count;
  });
  return { events, after: after as string | null };
};

test('who has no address polls every event once, with the body that a receiver would get', async () => {
  const webhookId = await register();
  await evaluate('customer-1');
  const { events, after } = await pollFor(webhookId, 2);
  expect(events.map(({ event }) => event).toSorted()).toEqual(['member.enrolled', 'transaction.processed']);
  for (const { event, eventId, body } of events) expect(body).toMatchObject({ event, id: eventId });
  expect((await poll(webhookId, after)).events).toEqual([]);
  expect((await poll(webhookId, after)).after).toBe(after);
  const { deliveries } = await bodyOf<{ deliveries: readonly object[] }>('listDeliveries', {
    ids: { webhookId },
  });
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({ status: 'SUCCEEDED', attempt: 1, responseCode: null, failure: null });
  expect(deliveries).toHaveLength(2);
});

test('a poll waits for the next event, and no longer than it was asked to', async () => {
  const webhookId = await register(['transaction.processed']);
  const startedAt = performance.now();
  const waiting = poll(webhookId, null, 30);
  await setTimeout(500);
  await evaluate();
  expect((await waiting).events).toHaveLength(1);
  expect(performance.now() - startedAt).toBeLessThan(25_000);
  const idle = performance.now();
  const empty = await poll(await register(), null, 2);
  expect(empty).toEqual({ events: [], after: null });
  expect(performance.now() - idle).toBeLessThan(10_000);
});

test('tests and replays are polled, too', async () => {
  const webhookId = await register();
  await ask('testWebhook', { ids: { webhookId } });
  const { events } = await pollFor(webhookId, 1);
  expect(events).toMatchObject([{ event: 'webhook.test' }]);
});

test('a webhook with an address is not polled, and a place of another webhook is no place', async () => {
  const url = 'https://hooks.invalid/events';
  const addressed = await bodyOf<{ id: string }>('createWebhook', { body: { url, events: ['*'] } });
  const refused = await ask('pollWebhook', { ids: { webhookId: addressed.id } });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    409,
    { code: 'INVALID_STATE_TRANSITION', context: { reason: 'HAS_ADDRESS' } },
  ]);
  const [one, other] = [await register(), await register()];
  await ask('testWebhook', { ids: { webhookId: one } });
  const { after } = await pollFor(one, 1);
  const foreign = await ask('pollWebhook', { ids: { webhookId: other }, ...queryOf(after, 0) });
  expect([foreign.status, JSON.parse(foreign.text)]).toMatchObject([
    400,
    { context: { errors: [{ pointer: '/after' }] } },
  ]);
});
