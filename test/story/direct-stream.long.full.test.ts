import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { independentBalances, sampleReceipts } from '../support/independent-points.ts';
import { loyaltyctl, loyaltyctlJson } from '../support/loyaltyctl.ts';
import { parkedPositions } from '../support/parked-positions.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { balancesOf } from '../support/tenant.ts';

const receipts = sampleReceipts().slice(0, 2_000);
/** The engine follows a changed list of streams within 30 s and a few seconds. */
const patient = { everyMs: 250 };

const shops = streamingShops();

let one: StreamingShop;
let other: StreamingShop;
let third: StreamingShop;
let stored: StoredRows;
beforeAll(async () => {
  stored = openStoredRows();
  one = await shops.open('Streams directly');
  other = await shops.open('Streams beside it');
  third = await shops.open('Its topic is deleted');
});
afterAll(async () => {
  await shops.stop();
  await stored.close();
});

/** Builds a new receipt that earns points for its own member. */
const receiptOf = (memberRef: string) => {
  const [sample] = receipts;
  if (sample === undefined) throw new Error('the sample is empty');
  return { ...sample, transactionRef: randomUUID(), memberRef, amount: 4_000, currency: 'USD' };
};

const sendOne = async ({ producer }: StreamingShop, memberRef: string, partition: number): Promise<void> => {
  await producer.send([{ key: memberRef, value: producer.write(receiptOf(memberRef)), partition }]);
};

const hasMember = async ({ tenant }: StreamingShop, memberRef: string): Promise<boolean> =>
  (await tenant.live.get(`/members?ref=${memberRef}`)).body.members.length === 1;

test('I3 I9 a producer that is not ours streams receipts: the totals are right, whatever its headers claim', async () => {
  const { body } = await other.tenant.live.get('/members');
  expect(body.members).toEqual([]);
  const headers = { loyalty_environment: '1', kafka_replyTopic: 'loyalty.replies' };
  const records = receipts.map((receipt) => ({
    key: receipt.memberRef,
    value: one.producer.write(receipt),
    headers,
  }));
  await one.producer.send(records);
  await one.producer.send(records.slice(0, 500));
  const expected = independentBalances(receipts);
  await eventually(
    'all of it is stored',
    async () =>
      JSON.stringify([...(await balancesOf(one.tenant.live))].toSorted()) ===
      JSON.stringify([...expected].toSorted()),
    patient,
  );
  expect((await other.tenant.live.get('/members')).body.members).toEqual([]);
});

test('what a stream sends and the engine refuses is listed with its code, for its own tenant alone (D36)', async () => {
  const { tenant, producer } = other;
  const { body } = await tenant.live.post('/members', { externalRef: 'is-suspended' });
  await tenant.live.post(`/members/${body.id}/suspend`);
  const first = receiptOf('pays-twice');
  const refused = receiptOf('is-suspended');
  const receiptsInOrder = [first, { ...first, amount: 4_001 }, refused];
  await producer.send(
    receiptsInOrder.map((receipt) => ({
      key: receipt.memberRef,
      value: producer.write(receipt),
      partition: 0,
    })),
  );
  const listedOf = async ({ tenant: { live } }: StreamingShop): Promise<unknown> =>
    (JSON.parse((await live.get('/transactions/refused')).text) as { readonly refused: unknown }).refused;
  const expected = [
    { transactionRef: refused.transactionRef, code: 'MEMBER_SUSPENDED', memberId: body.id },
    { transactionRef: first.transactionRef, code: 'TRANSACTION_DUPLICATE' },
  ];
  await eventually(
    'both are listed',
    async () => ((await listedOf(other)) as readonly unknown[]).length === expected.length,
    patient,
  );
  expect(await listedOf(other)).toEqual(
    expect.arrayContaining(expected.map((one) => expect.objectContaining(one) as unknown)),
  );
  expect(await listedOf(third)).toEqual([]);
});

test('enabling a stream again changes nothing', async () => {
  const line = ['stream', 'enable', '--tenant', one.tenant.tenantId, '--mode', 'live'];
  const again = await loyaltyctlJson<{ topic: string; isNew: boolean }>(...line);
  expect(again).toMatchObject({ topic: one.producer.topic, isNew: false });
});

test('▲ a flood of garbage parks its own partition and nothing else, until an operator unparks it', async () => {
  const { topic } = one.producer;
  const garbage = Array.from({ length: 150 }, () => ({
    key: 'g',
    value: Buffer.from('no receipt'),
    partition: 0,
  }));
  await one.producer.send(garbage);
  const parked = async (): Promise<unknown[]> =>
    (await loyaltyctlJson<{ positions: unknown[] }>('positions', 'list', '--topic', topic, '--parked'))
      .positions;
  await eventually('it is parked', async () => (await parkedPositions(stored, topic)).length > 0, patient);
  expect(await parked()).toMatchObject([
    { topic, partition: 0, state: 'PARKED', consumerGroup: 'earn-engine-streams' },
  ]);

  await sendOne(one, 'behind-the-flood', 0);
  await sendOne(one, 'beside-the-flood', 1);
  await sendOne(other, 'of-another-tenant', 0);
  const till = { transactionRef: randomUUID(), memberRef: 'at-a-till', amount: 4_000, currency: 'USD' };
  expect((await other.tenant.live.post('/transactions/evaluate', till)).status).toBe(200);
  await eventually('the other partitions are read', () => hasMember(one, 'beside-the-flood'));
  await eventually('the other tenant is read', () => hasMember(other, 'of-another-tenant'), patient);
  expect(await hasMember(one, 'behind-the-flood')).toBe(false);

  const letters = ['dead-letters', 'list', '--topic', topic, '--limit', '1000'];
  await eventually('every letter is kept', async () => {
    const { total } = await loyaltyctlJson<{ total: number }>(...letters);
    return total === 150;
  });
  const held = await loyaltyctlJson('dead-letters', 'replay', '--topic', topic, '--yes').catch(String);
  expect(held).toMatchObject({ replayed: [], leftOut: 1 });

  await loyaltyctlJson('positions', 'unpark', topic, '0');
  await eventually('what waited is read', () => hasMember(one, 'behind-the-flood'));
});

test('an operator reads a dead letter, and replays it once its cause is fixed', async () => {
  const { topic } = one.producer;
  // Receipts may be ten minutes ahead of the broker's clock (D76); this one becomes valid some seconds later.
  const dueAtMs = Date.now() + 6_000;
  const early = { ...receiptOf('too-early'), occurredAtMs: dueAtMs + 600_000 };
  await one.producer.send([{ key: 'too-early', value: one.producer.write(early), partition: 1 }]);
  const filter = ['--topic', topic, '--reason', 'INVALID_RECEIPT'];
  let places: string[] = [];
  await eventually('it is given up', async () => {
    const found = await loyaltyctlJson<{ deadLetters: { place: string }[] }>(
      'dead-letters',
      'list',
      ...filter,
    );
    places = found.deadLetters.map(({ place }) => place);
    return places.length === 1;
  });
  const [place = ''] = places;
  const shown = await loyaltyctl('dead-letters', 'show', place);
  expect(shown.stdout).toContain('/occurredAt');
  expect(shown.stdout).toContain(early.transactionRef);
  expect(shown.stdout).not.toContain('too-early');
  expect((await loyaltyctl('dead-letters', 'show', place, '--reveal')).stdout).toContain('too-early');

  const replay = async () =>
    loyaltyctlJson<{ replayed: { attempts: number }[] }>('dead-letters', 'replay', ...filter, '--yes');
  expect((await replay()).replayed).toMatchObject([{ attempts: 1 }]);
  await eventually('time has passed', () => Date.now() > dueAtMs);
  const again = await replay();
  expect(again.replayed).toHaveLength(1);
  await eventually('it is stored', () => hasMember(one, 'too-early'));
});

test('▲ a topic that is deleted under the engine stops no other', async () => {
  await sendOne(third, 'before', 0);
  await eventually('it is read', () => hasMember(third, 'before'), patient);
  await third.producer.deleteTopic();
  await sendOne(one, 'after-the-deletion', 0);
  await eventually('other streams go on', () => hasMember(one, 'after-the-deletion'), patient);
  const till = { transactionRef: randomUUID(), memberRef: 'after', amount: 4_000, currency: 'USD' };
  expect((await third.tenant.live.post('/transactions/evaluate', till)).status).toBe(200);
});
