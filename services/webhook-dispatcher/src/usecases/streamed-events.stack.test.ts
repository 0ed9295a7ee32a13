import { type StreamedEvent, streamedEventCodec, type TypedFact } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { enableStreamOut } from '@loyalty/tables/tenants';
import { WebhookFixture } from '../testing/webhook-fixture.ts';
import type { PublicFact, StreamedFactType } from './public-fact.ts';
import { streamedMessageOf } from './streamed-events.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
let memberId: MemberId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
afterAll(() => fixture.drop());
beforeEach(async () => {
  environmentId = await fixture.begin();
  memberId = await fixture.member(environmentId);
});

const enable = async (memberRefs = false): Promise<void> => {
  const [tenant] = await fixture.db.query<{ tenantId: string }>(
    'SELECT tenant_id AS "tenantId" FROM environments WHERE id = $1',
    [environmentId],
  );
  const name = { tenantId: tenant?.tenantId ?? '', mode: 'live' as const, memberRefs };
  const enabled = await enableStreamOut(fixture.db, name);
  if (enabled.outcome !== 'changed') throw new Error(enabled.outcome);
};

type Posting = readonly [type: string, points: number, transactionId: string | null];

/** Writes entries of the member from `first` on. */
const post = async (postings: readonly Posting[], first = 1): Promise<void> => {
  for (const [at, [type, points, transactionId]] of postings.entries())
    await fixture.db.query(
      `INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, transaction_id,
                                   description, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', now())`,
      [environmentId, memberId, first + at, randomId(), type, points, 10_000, transactionId],
    );
};

const factOf = (fact: TypedFact<StreamedFactType>, ledgerSeq: number | null): PublicFact => ({
  id: randomId(),
  environmentId,
  occurredAtMs: Date.now(),
  ledgerSeq,
  fact,
});

/** Fans the facts out as one batch. Returns its messages. */
const messagesOf = async (facts: readonly PublicFact[], asked: string[] = []): Promise<OutgoingMessage[]> => {
  const { streamed } = await fixture.store(fixture.fanOutAsRows(), facts, { asked });
  return streamed.map((one) => streamedMessageOf(one, fixture.streamedId));
};

const read = streamedEventCodec.readerFor(streamedEventCodec.schemaText);
const eventIn = ({ value }: OutgoingMessage): StreamedEvent => read(value ?? Buffer.alloc(0));
const eventsOf = async (facts: readonly PublicFact[]) => (await messagesOf(facts)).map(eventIn);

const processedBy = (transactionId: string): TypedFact<'transaction.processed'> => ({
  type: 'transaction.processed',
  data: {
    transactionId,
    transactionRef: 'r',
    memberId,
    pointsAwarded: 5,
    pointsBalance: 5,
    campaigns: [{ campaignId: randomId(), campaignName: 'One percent', pointsEarned: 5, rewardIds: [] }],
  },
});
const voidedBy = (voidTransactionId: string): TypedFact<'transaction.voided'> => ({
  type: 'transaction.voided',
  data: {
    voidTransactionId,
    transactionRef: 'r',
    memberId,
    campaignId: randomId(),
    pointsRefunded: 9,
    pointsExpired: 4,
    discountReversed: 1,
    pointsBalance: 5,
    reason: 'VOIDED',
    state: 'VOIDED',
  },
});
const adjusted = (points: number): TypedFact<'points.adjusted'> => ({
  type: 'points.adjusted',
  data: { memberId, points, pointsBalance: 10 },
});
const expired = (pointsExpired: number): TypedFact<'points.expired'> => ({
  type: 'points.expired',
  data: { memberId, pointsExpired },
});
const matured = (
  transactionId: string,
  points: number,
  pointsDeducted?: number,
): TypedFact<'points.matured'> => ({
  type: 'points.matured',
  data: {
    memberId,
    transactionId,
    points,
    ...(pointsDeducted !== undefined && { pointsDeducted }),
    pointsBalance: 10,
  },
});

test('an environment without a stream out sends the statements of before, and no message (D350)', async () => {
  await fixture.endpoint(environmentId);
  const asked: string[] = [];
  const expiry = { ...fixture.fact(environmentId, expired(7)), ledgerSeq: 3 };
  expect(await messagesOf([expiry], asked)).toEqual([]);
  expect(asked).toEqual([
    'config-versions-of-webhooks',
    'members-refs',
    'delivery-day-add',
    'webhook-events-insert',
    'deliveries-keep',
    'delivery_tasks-insert',
  ]);
});

test('an environment with a stream out and no endpoint stores no event of webhooks, and sends one statement more (D350)', async () => {
  await enable();
  await post([['EXPIRE', -7, null]]);
  const asked: string[] = [];
  const fact = factOf(expired(7), 1);
  expect(await messagesOf([fact], asked)).toHaveLength(1);
  expect(asked).toEqual(['config-versions-of-webhooks', 'ledger-caused']);
  expect(await fixture.db.query('SELECT FROM webhook_events WHERE id = $1', [fact.id])).toEqual([]);
});

test('▲ a repeated fact makes the same bytes, also after an endpoint had its event (D351)', async () => {
  await enable();
  await fixture.endpoint(environmentId);
  await post([['EXPIRE', -7, null]]);
  const fact = factOf(expired(7), 1);
  const first = await messagesOf([fact]);
  const asFollowed = fixture.store(fixture.fanOutAsRows(), [fact]).catch((failure: unknown) => failure);
  expect(await asFollowed).toMatchObject({ name: 'LostRace' });
  expect(first[0]).toMatchObject({
    key: Buffer.from(memberId),
    topic: expect.stringMatching(/^loyalty\.events\./) as string,
  });
});

const lots = (count: number, points: number, of: string | null): Posting[] =>
  Array.from({ length: count }, () => ['EXPIRE', -points, of]);

const [own, before] = [randomId(), randomId()];

test.each<
  [string, before: readonly Posting[], caused: readonly Posting[], () => TypedFact<StreamedFactType>]
>([
  [
    'a receipt with 40 expiries',
    [['EARN', 3, before]],
    Array.from({ length: 40 }, (): Posting => ['EARN', 5, own]),
    () => processedBy(own),
  ],
  [
    'a receipt of which a part was deducted for an earlier return',
    [['EARN', 3, before]],
    [
      ['EARN', 5, own],
      ['RETURN', -2, own],
    ],
    () => processedBy(own),
  ],
  [
    'a void that gives back what has expired',
    [['REDEEM', -9, before]],
    [
      ['REFUND', 9, own],
      ['EXPIRE', -4, own],
    ],
    () => voidedBy(own),
  ],
  ['an expiry of five lots after another expiry', lots(3, 7, null), lots(5, 7, null), () => expired(35)],
  ['an adjustment after another one', [['ADJUST', 10, null]], [['ADJUST', 10, null]], () => adjusted(10)],
  [
    'points that matured, next to the receipt’s own entry',
    [['EARN', 3, own]],
    [['EARN', 3, own]],
    () => matured(own, 3),
  ],
  [
    'points that matured and were deducted as a whole',
    [['EARN', 3, own]],
    [
      ['EARN', 3, own],
      ['RETURN', -3, own],
    ],
    () => matured(own, 3, 3),
  ],
])('▲ the record of %s has all of its entries and no other (D353)', async (_, earlier, caused, fact) => {
  await enable();
  await post([...earlier, ...caused, ['EARN', 1, randomId()]]);
  const last = earlier.length + caused.length;
  const [event] = await eventsOf([factOf(fact(), last)]);
  expect(event?.entries.map(({ seq, type, points }) => [seq, type, points])).toEqual(
    caused.map(([type, points], at) => [earlier.length + at + 1, type, points]),
  );
  expect(event).toMatchObject({
    ledgerSeq: last,
    points: caused.reduce((sum, [, points]) => sum + points, 0),
    pointsBalance: 10_000,
  });
});

test('▲ a fact whose entries the ledger does not have is of a lost history, and is left out (D353)', async () => {
  await enable();
  await post([['EARN', 5, own], ['ADJUST', 10, null], ...lots(2, 7, null)]);
  const lost = [
    factOf(processedBy(randomId()), 1),
    factOf(processedBy(own), 9),
    factOf(adjusted(11), 2),
    factOf(expired(15), 4),
  ];
  expect(await eventsOf(lost)).toEqual([]);
  const present = [factOf(processedBy(own), 1), factOf(adjusted(10), 2), factOf(expired(14), 4)];
  expect((await eventsOf([...lost, ...present])).map(({ id }) => id)).toEqual(present.map(({ id }) => id));
});

test('events that move no points have no number, whatever their facts have: those are hints', async () => {
  await enable();
  await post([['EARN', 5, own]]);
  const enrolled = {
    type: 'member.enrolled',
    data: { memberId, enrolledAt: '2026-01-01T00:00:00.000Z' },
  } as const;
  const suspended = {
    type: 'member.state_changed',
    data: { memberId, from: 'active', to: 'suspended' },
  } as const;
  const events = await eventsOf([factOf(enrolled, 1), factOf(suspended, null)]);
  expect(events.map(({ event, ledgerSeq, points, entries }) => [event, ledgerSeq, points, entries])).toEqual([
    ['member.enrolled', null, null, []],
    ['member.suspended', null, null, []],
  ]);
});

test('▲ later facts of an erased member are published with ids and points alone (D351)', async () => {
  await enable(true);
  await post([['EXPIRE', -7, null]]);
  const fact = factOf(expired(7), 1);
  expect(await eventsOf([fact])).toMatchObject([{ memberId, memberRef: `ref-${memberId}` }]);
  await fixture.db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [memberId]);
  const erased = { type: 'member.erased', data: { memberId } } as const;
  expect(await eventsOf([fact, factOf(erased, null)])).toMatchObject([
    { event: 'points.expired', memberId, memberRef: null, points: -7 },
    { event: 'member.erased', memberId, memberRef: null },
  ]);
});

test('references are in records only where the stream was enabled with them', async () => {
  await enable();
  await post([['EXPIRE', -7, null]]);
  const asked: string[] = [];
  const [message] = await messagesOf([factOf(expired(7), 1)], asked);
  expect(message && eventIn(message).memberRef).toBeNull();
  expect(asked).not.toContain('members-refs');
});

test('the outcome of a streamed receipt has its place; that of a refused one is in its data', async () => {
  await enable();
  const source = { topic: 'loyalty.receipts.t.live', partition: 3, offset: 41 };
  const refused = {
    type: 'transaction.refused',
    data: {
      operation: 'evaluate',
      transactionRef: null,
      code: 'UNREADABLE',
      context: {},
      memberId: null,
      source,
    },
  } as const;
  const repeated = {
    type: 'receipt.repeated',
    data: { transactionRef: 'r', transactionId: own, memberId },
  } as const;
  const place = { source: 'loyalty.receipts.t.live/3/41' };
  const messages = await messagesOf([
    factOf(refused, null),
    { ...factOf(repeated, null), ...place },
    { ...factOf(processedBy(own), null), ...place },
  ]);
  expect(messages.map(({ key }) => key?.toString() ?? null)).toEqual([null, memberId, memberId]);
  expect(messages.map(eventIn).map(({ event, source: of, operation }) => [event, of, operation])).toEqual([
    ['transaction.refused', source, 'evaluate'],
    ['receipt.repeated', source, 'evaluate'],
    ['transaction.processed', source, 'evaluate'],
  ]);
});

test('a fact that every endpoint subscribed to is sent to them alone where it is public: a repeat is not (D352)', async () => {
  await enable();
  const webhookId = await fixture.endpoint(environmentId);
  const repeated = {
    type: 'receipt.repeated',
    data: { transactionRef: 'r', transactionId: own, memberId },
  } as const;
  expect(await messagesOf([factOf(repeated, null)])).toHaveLength(1);
  expect(await fixture.deliveries(webhookId)).toEqual([]);
});
