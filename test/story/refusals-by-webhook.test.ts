import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const patient = { everyMs: 250 };
const shops = streamingShops();
let shop: StreamingShop;
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  shop = await shops.open('Refusals by webhook');
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await shops.stop();
});

const open = async (events?: readonly string[]): Promise<WebhookReceiver> => {
  const receiver = await openWebhookReceiver(shop.tenant, events);
  receivers.push(receiver);
  return receiver;
};

const receiptOf = (
  transactionRef: string,
  memberRef: string,
  given: Readonly<Record<string, unknown>> = {},
) =>
  shop.producer.write({
    transactionRef,
    memberRef,
    amount: 4_000,
    storeRef: null,
    currency: 'USD',
    occurredAt: new Date().toISOString(),
    products: [],
    ...given,
  });

const refusalsOf = ({ received }: WebhookReceiver) =>
  received.flatMap(({ event }) => (event.event === 'transaction.refused' ? [event.data] : []));

const listed = async () =>
  (
    JSON.parse((await shop.tenant.live.get('/transactions/refused?limit=100')).text) as {
      readonly refused: readonly Readonly<Record<string, unknown>>[];
    }
  ).refused;

test('an endpoint that names transaction.refused gets one event for each record and request that had no effect; an endpoint with * gets none (D332)', async () => {
  const { live } = shop.tenant;
  const [all, named] = [await open(), await open(['transaction.refused'])];
  const { memberId } = (
    await live.post('/transactions/evaluate', { transactionRef: 'used', memberRef: 'sue', amount: 1_000 })
  ).body;
  await live.post(`/members/${memberId}/suspend`, { reason: 'Looked into' });
  const values = [
    receiptOf('suspended', 'sue'),
    receiptOf('invalid', 'otto', { amount: -1 }),
    Buffer.from('{"transactionRef":"unreadable","memberRef":"otto","amountCents":100}'),
    receiptOf('used', 'sue', { amount: 9_999 }),
  ];
  await shop.producer.send(values.map((value) => ({ key: 'k', value, partition: 1 })));
  const accepted = await live.post(
    '/transactions/evaluate',
    { transactionRef: 'asked', memberRef: 'sue', amount: 1_000 },
    { Prefer: 'respond-async' },
  );
  expect(accepted.status).toBe(202);
  await eventually('all five are delivered', () => refusalsOf(named).length === 5, patient);

  const at = (offset: number) => ({ topic: shop.producer.topic, partition: 1, offset });
  const sue = { memberId, memberRef: 'sue' };
  const nobody = { memberId: null, memberRef: null };
  const errors = [{ pointer: '/amountCents', message: expect.any(String) as string }];
  const byPlace = refusalsOf(named).toSorted((a, b) => placeOf(a) - placeOf(b));
  expect(byPlace).toMatchObject([
    { transactionRef: 'asked', code: 'MEMBER_SUSPENDED', context: {}, ...sue, source: null },
    { transactionRef: 'suspended', code: 'MEMBER_SUSPENDED', context: {}, ...sue, source: at(0) },
    { transactionRef: 'invalid', code: 'VALIDATION_ERROR', context: { errors }, ...nobody, source: at(1) },
    {
      transactionRef: null,
      code: 'UNREADABLE',
      context: { reason: 'NOT_WIRE_FORMAT' },
      ...nobody,
      source: at(2),
    },
    { transactionRef: 'used', code: 'TRANSACTION_DUPLICATE', context: {}, source: at(3) },
  ]);
  const entries = (await listed()).toSorted((a, b) => placeOf(a) - placeOf(b));
  const shown = ({
    operation,
    transactionRef,
    code,
    context,
    source,
  }: Readonly<Record<string, unknown>>) => ({
    operation,
    transactionRef,
    code,
    context,
    source,
  });
  expect(byPlace.map(shown)).toEqual(entries.map(shown));

  // A later receipt shows that the endpoint with * has had its turn.
  await live.post('/transactions/evaluate', { transactionRef: randomUUID(), memberRef: 'otto', amount: 500 });
  await eventually(
    'the endpoint with * gets what was processed',
    () => all.received.some(({ event }) => event.data['memberRef'] === 'otto'),
    patient,
  );
  expect([refusalsOf(all), all.faults, named.faults]).toEqual([[], [], []]);
});

const placeOf = ({ source }: Readonly<Record<string, unknown>>): number =>
  (source as { readonly offset: number } | null)?.offset ?? -1;
