import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { loyaltyctl, startLoyaltyctl } from '../support/loyaltyctl.ts';
import {
  balancesIn,
  consumeStreamOut,
  enableStreamOut,
  type ForeignEvent,
  type StreamOutConsumer,
} from '../support/stream-out-consumer.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { activateCampaigns } from '../support/tenant.ts';

const patient = { everyMs: 250 };

const shops = streamingShops();
let shop: StreamingShop;
let out: StreamOutConsumer;
beforeAll(async () => {
  shop = await shops.open('Streams out');
  out = await consumeStreamOut(await enableStreamOut(shop.tenant));
});
afterAll(async () => {
  await out.stop();
  await shops.stop();
});

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

const ofRef = (ref: string): readonly ForeignEvent[] =>
  out.events.filter(({ transactionRef }) => transactionRef === ref);

const member = async (ref: string) => {
  const { members } = (await shop.tenant.live.get(`/members?ref=${ref}`)).body;
  const [found] = members;
  if (found === undefined) throw new Error(`no member ${ref}`);
  return found;
};

test('a till’s receipt is a record with its entries, keyed by the member, within seconds (D351)', async () => {
  const transactionRef = randomUUID();
  const { body } = await shop.tenant.live.post('/transactions/evaluate', {
    transactionRef,
    memberRef: 'till',
    amount: 4_000,
    currency: 'USD',
  });
  await eventually('the receipt is in the topic', () => ofRef(transactionRef).length === 1, patient);
  const [event] = ofRef(transactionRef);
  expect(event).toMatchObject({
    event: 'transaction.processed',
    tenantId: shop.tenant.tenantId,
    mode: 'live',
    corrects: null,
    memberId: body.memberId,
    memberRef: null,
    transactionId: body.transactionId,
    operation: 'evaluate',
    points: body.pointsAwarded,
    pointsBalance: body.pointsAwarded,
    source: null,
  });
  expect(event?.entries.map(({ seq }) => seq)).toEqual(event?.entries.map((_, at) => at + 1));
  expect(event?.ledgerSeq).toBe(event?.entries.length);
  expect(JSON.parse(event?.data ?? '')).toMatchObject({ transactionRef, pointsAwarded: body.pointsAwarded });
  expect(out.keys[out.events.findIndex(({ id }) => id === event?.id)]).toBe(body.memberId);
});

test('each streamed record has one outcome, found by its place: processed, repeated, refused or unreadable (D352)', async () => {
  const { producer, tenant } = shop;
  const used = await tenant.live.post('/transactions/evaluate', {
    transactionRef: `used-${randomUUID()}`,
    memberRef: 'sue',
    amount: 1_000,
    currency: 'USD',
  });
  await tenant.live.post(`/members/${used.body.memberId}/suspend`, { reason: 'Looked into' });
  const [good, twice] = [randomUUID(), randomUUID()];
  const values = [
    receiptOf(good, 'otto'),
    receiptOf(twice, 'otto'),
    receiptOf('suspended', 'sue'),
    receiptOf('invalid', 'otto', { amount: -1 }),
    Buffer.from('{}'),
    receiptOf(good, 'otto', { amount: 9_999 }),
  ];
  const partition = 2;
  await producer.send(values.map((value) => ({ key: 'k', value, partition })));
  // A batch of its own and the same bytes: what a producer does that was not sure.
  await producer.send([{ key: 'k', value: values[1] ?? Buffer.alloc(0), partition }]);
  const outcomes = (): readonly ForeignEvent[] => out.events.filter(({ source }) => source !== null);
  await eventually('all seven have their outcome', () => outcomes().length >= 7, patient);
  const byOffset = outcomes().toSorted((a, b) => (a.source?.offset ?? 0) - (b.source?.offset ?? 0));
  expect(
    byOffset.map(({ event, transactionRef, source, data }) => [
      source?.offset,
      event,
      transactionRef,
      (JSON.parse(data) as { readonly code?: string }).code,
    ]),
  ).toEqual([
    [0, 'transaction.processed', good, undefined],
    [1, 'transaction.processed', twice, undefined],
    [2, 'transaction.refused', 'suspended', 'MEMBER_SUSPENDED'],
    [3, 'transaction.refused', 'invalid', 'VALIDATION_ERROR'],
    [4, 'transaction.refused', null, 'UNREADABLE'],
    [5, 'transaction.refused', good, 'TRANSACTION_DUPLICATE'],
    [6, 'receipt.repeated', twice, undefined],
  ]);
  for (const { source } of byOffset) expect(source).toMatchObject({ topic: producer.topic, partition });
  expect(byOffset[6]).toMatchObject({
    transactionId: byOffset[1]?.transactionId,
    memberId: (await member('otto')).id,
    entries: [],
    points: null,
  });
});

test('the balances of all members follow from the entries alone, under redeems, returns and adjustments', async () => {
  const { live } = shop.tenant;
  await activateCampaigns(live, [
    {
      name: 'Spendable',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
  const receipts = Array.from({ length: 6 }, (_, n) => ({
    transactionRef: `balance-${n.toString()}-${randomUUID()}`,
    memberRef: `balance-${(n % 2).toString()}`,
    amount: 40_000,
  }));
  for (const receipt of receipts) await live.post('/transactions/evaluate', receipt);
  const { id } = await member('balance-0');
  await live.post(`/members/${id}/ledger/adjust`, { points: 500, reason: 'Given' });
  await live.post(`/members/${id}/ledger/adjust`, { points: 500, reason: 'Given' });
  const redeem = {
    transactionRef: randomUUID(),
    memberRef: 'balance-0',
    amount: 10_000,
    pointsRequested: 100,
  };
  expect((await live.post('/transactions/redeem', redeem)).status).toBe(200);
  const returned = { transactionRef: receipts[0]?.transactionRef, returnRef: randomUUID(), amount: 20_000 };
  expect((await live.post('/transactions/returns', returned)).status).toBe(200);
  const voided = { transactionRef: redeem.transactionRef };
  expect((await live.post('/transactions/redeem/void', voided)).status).toBe(200);
  const expected = async () =>
    (await Promise.all(['balance-0', 'balance-1'].map(member))).map(
      ({ id: memberId, pointsBalance }) => [memberId, pointsBalance] as const,
    );
  const now = await expected();
  await eventually(
    'the entries sum to the balances',
    () => {
      const balances = balancesIn(out.events);
      return now.every(([memberId, balance]) => balances.get(memberId) === balance);
    },
    patient,
  );
});

test('the API names the topic and how far it is behind, and an environment without one has none (D350)', async () => {
  const { live, test: tests } = shop.tenant;
  await eventually(
    'nothing waits',
    async () => (JSON.parse((await live.get('/stream-out')).text) as { lagSeconds: number }).lagSeconds === 0,
    patient,
  );
  const body = JSON.parse((await live.get('/stream-out')).text) as { readonly since: string };
  expect(body).toMatchObject({ topic: out.topic, state: 'RUNNING', memberRefs: false });
  expect(Date.parse(body.since)).toBeLessThan(Date.now());
  expect((await live.get('/environment')).body).toMatchObject({ streamOutTopic: out.topic });
  expect(JSON.parse((await tests.get('/stream-out')).text)).toEqual({
    topic: null,
    state: 'NONE',
    since: null,
    memberRefs: false,
    lagSeconds: null,
  });
});

test('loyaltyctl prints the records, and compares a file of receipts with them, reference by reference (D352)', async () => {
  const place = ['--tenant', shop.tenant.tenantId, '--mode', 'live'];
  const tail = await loyaltyctl('stream', 'out', 'tail', ...place);
  const printed = tail.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly id: string });
  expect(new Set(printed.map(({ id }) => id))).toEqual(new Set(out.events.map(({ id }) => id)));
  const lines = ['file-1', 'file-2', 'file-3'].map((transactionRef) => ({
    transactionRef,
    memberRef: 'filed',
    amount: 4_000,
    currency: 'USD',
  }));
  const [first, second] = lines;
  await shop.producer.send(
    [receiptOf('file-1', 'filed'), receiptOf('file-2', 'filed', { amount: -1 })].map((value) => ({
      key: 'filed',
      value,
    })),
  );
  await eventually(
    'both have their outcome',
    () => [first, second].every((line) => ofRef(line?.transactionRef ?? '').length === 1),
    patient,
  );
  const file = lines.map((line) => JSON.stringify(line)).join('\n');
  const line = ['stream', 'out', 'reconcile', '-', ...place, '--json'];
  const { code, stdout, stderr } = await startLoyaltyctl(line, Buffer.from(file)).ended;
  expect([code, stderr]).toEqual([1, 'No outcome: file-3\n']);
  expect(JSON.parse(stdout)).toMatchObject({
    receipts: 3,
    malformed: 0,
    processed: 1,
    repeated: 0,
    refused: { VALIDATION_ERROR: 1 },
    missing: 1,
    missingRefs: ['file-3'],
  });
});
