import { randomUUID } from 'node:crypto';
import { topics } from '@loyalty/contracts';
import { eventually } from '@loyalty/testkit/runs';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';

const patient = { everyMs: 250 };

const shops = streamingShops();
let shop: StreamingShop;
let shared: ForeignProducer;
/** Names the shop’s environment on the topic that all tenants share. */
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  shop = await shops.open('Refusals of a stream');
  shared = await createForeignProducer(topics.receipts);
  const stored = openStoredRows();
  const [row] = await stored.rowsOf<{ id: number }>(
    `SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live'`,
    [shop.tenant.tenantId],
  );
  await stored.close();
  headers = { loyalty_environment: String(row?.id) };
});
afterAll(async () => {
  await shared.stop();
  await shops.stop();
});

interface Refused {
  readonly transactionRef: string | null;
  readonly code: string;
  readonly context: {
    readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
    readonly reason?: string;
  };
  readonly source: { readonly topic: string; readonly partition: number; readonly offset: number } | null;
}

const listed = async (query = ''): Promise<readonly Refused[]> =>
  (
    JSON.parse((await shop.tenant.live.get(`/transactions/refused?limit=100${query}`)).text) as {
      readonly refused: readonly Refused[];
    }
  ).refused;

interface Sent {
  readonly amount: number;
  readonly storeRef: string | null;
  readonly currency: string | null;
  readonly products: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly categories: string[];
  }[];
}

const line = { sku: 'a', quantity: 1, unitPrice: 100, categories: ['x'] };

/** Each fault: what a caller and a producer send alike, and where each of them finds it. */
const faults: readonly (readonly [atCall: string, inRecord: string, sent: Partial<Sent>])[] = [
  ['/amount', '/amountCents', { amount: -100 }],
  ['/storeRef', '/storeRef', { storeRef: '' }],
  ['/currency', '/currency', { currency: 'rand' }],
  ['/products', '/products', { products: Array.from({ length: 501 }, () => line) }],
  ['/products/1/sku', '/products/1/sku', { products: [line, { ...line, sku: '' }] }],
  ['/products/0/quantity', '/products/0/quantity', { products: [{ ...line, quantity: 0.0001 }] }],
  [
    '/products/0/unitPrice',
    '/products/0/unitPriceCents',
    { products: [{ ...line, quantity: -1, unitPrice: -1 }] },
  ],
  ['/products/0/categories/0', '/products/0/categories/0', { products: [{ ...line, categories: [''] }] }],
];

test('a fault has the same code and text over HTTP, in bulk, on a topic of one’s own and on the shared one; the pointers are the sender’s (D332)', async () => {
  const expected = new Map<string, readonly [Partial<Sent>, pointer: string, message: string]>();
  for (const [atCall, inRecord, given] of faults) {
    const transactionRef = randomUUID();
    const receipt = { transactionRef, memberRef: 'faulty', amount: 1_000, ...given };
    const once = await shop.tenant.live.post('/transactions/evaluate', receipt);
    expect(once.body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    const { errors } = (once.body as unknown as { context: Required<Refused['context']> }).context;
    expect(errors).toEqual([{ pointer: atCall, message: expect.any(String) as string }]);
    const bulk = await shop.tenant.live.post('/transactions/evaluate/bulk', { items: [receipt] });
    expect(JSON.stringify(bulk.body)).toContain(JSON.stringify(errors[0]?.message));
    expected.set(transactionRef, [given, inRecord, errors[0]?.message ?? '']);
  }
  for (const [producer, more] of [
    [shop.producer, {}],
    [shared, { headers }],
  ] as const) {
    const records = [...expected].map(([transactionRef, [given]]) => ({
      key: 'faulty',
      value: producer.write({
        transactionRef: `${transactionRef}-${producer.topic}`,
        memberRef: 'faulty',
        amount: 1_000,
        storeRef: null,
        currency: 'ZAR',
        occurredAt: new Date().toISOString(),
        products: [],
        ...(given as object),
      }),
      ...more,
    }));
    await producer.send(records);
  }
  await eventually(
    'every fault is listed',
    async () => (await listed()).length === 2 * faults.length,
    patient,
  );
  const all = await listed();
  for (const [transactionRef, [, pointer, message]] of expected)
    for (const { topic } of [shop.producer, shared]) {
      const one = all.find((each) => each.transactionRef === `${transactionRef}-${topic}`);
      expect(one).toMatchObject({ code: 'VALIDATION_ERROR', context: { errors: [{ pointer, message }] } });
      expect(one?.source).toEqual({
        topic,
        partition: expect.any(Number) as number,
        offset: expect.any(Number) as number,
      });
      const found = await shop.tenant.live.get(`/transactions/${transactionRef}-${topic}?operation=evaluate`);
      expect(found.body).toMatchObject({
        state: 'FAILED',
        problem: { status: 400, code: 'VALIDATION_ERROR', context: { errors: [{ pointer, message }] } },
      });
    }
});

interface Stream {
  readonly topic: string;
  readonly partitions: readonly {
    readonly partition: number;
    readonly endOffset: number;
    readonly decidedUpTo: number | null;
    readonly lag: number;
  }[];
}

const streamOf = async (): Promise<Stream> =>
  (JSON.parse((await shop.tenant.live.get('/environment')).text) as { readonly stream: Stream }).stream;

test('whether every record has its outcome is known from the API alone, offset by offset (D332)', async () => {
  const { producer, tenant } = shop;
  const before = new Map((await streamOf()).partitions.map((one) => [one.partition, one.endOffset]));
  const sent = Array.from({ length: 60 }, (_, n) => {
    const transactionRef = `night-${n.toString()}-${randomUUID()}`;
    const value = producer.write({
      transactionRef,
      memberRef: `night-${(n % 7).toString()}`,
      amount: n % 10 === 3 ? -1 : 4_000,
      storeRef: null,
      currency: 'USD',
      occurredAt: new Date().toISOString(),
      products: [],
    });
    return { transactionRef, value: n % 30 === 6 ? Buffer.from('{}') : value, partition: n % 3 };
  });
  await producer.send(sent.map(({ value, partition }) => ({ key: 'night', value, partition })));
  await eventually(
    'all of it is decided',
    async () => {
      const { topic, partitions } = await streamOf();
      const ends = partitions.reduce(
        (sum, { endOffset, partition }) => sum + endOffset - (before.get(partition) ?? 0),
        0,
      );
      return topic === producer.topic && ends >= sent.length && partitions.every(({ lag }) => lag === 0);
    },
    patient,
  );
  const { partitions } = await streamOf();
  const refused = new Set(
    (await listed()).flatMap(({ source }) =>
      source?.topic === producer.topic && source.offset >= (before.get(source.partition) ?? 0)
        ? [`${source.partition.toString()}/${source.offset.toString()}`]
        : [],
    ),
  );
  const states = await Promise.all(
    sent.map(async ({ transactionRef }) => (await tenant.live.get(`/transactions/${transactionRef}`)).status),
  );
  const written = partitions.reduce(
    (sum, { decidedUpTo, partition }) => sum + (decidedUpTo ?? 0) - (before.get(partition) ?? 0),
    0,
  );
  expect([written, refused.size]).toEqual([60, 8]);
  // The two that cannot be read have no reference, so there is no such receipt; the six that are not valid are FAILED.
  expect(states.filter((status) => status === 200)).toHaveLength(58);
});

test('a record that cannot be read has an entry with its place and the reason, and the next one counts (D332)', async () => {
  const good = shop.producer.write({
    transactionRef: randomUUID(),
    memberRef: 'next-one',
    amount: 4_000,
    storeRef: null,
    currency: 'USD',
    occurredAt: new Date().toISOString(),
    products: [],
  });
  const garbage: readonly (readonly [Buffer, string])[] = [
    [Buffer.from('{"transactionRef":"x1","memberRef":"m","amountCents":100}'), 'NOT_WIRE_FORMAT'],
    [Buffer.alloc(0), 'EMPTY'],
    [good.subarray(0, 9), 'UNDECODABLE'],
  ];
  const values = [...garbage.map(([value]) => value), good];
  await shop.producer.send(values.map((value) => ({ key: 'k', value, partition: 1 })));
  const unreadable = '&code=UNREADABLE&partition=1';
  await eventually(
    'all three are listed',
    async () => (await listed(unreadable)).length === garbage.length,
    patient,
  );
  const inOrder = (await listed(unreadable)).toSorted(
    (a, b) => (a.source?.offset ?? 0) - (b.source?.offset ?? 0),
  );
  expect(inOrder.map(({ context }) => context.reason)).toEqual(garbage.map(([, reason]) => reason));
  expect(inOrder.every(({ transactionRef }) => transactionRef === null)).toBe(true);
  await eventually(
    'the receipt after them counts',
    async () => (await shop.tenant.live.get('/members?ref=next-one')).body.members.length === 1,
    patient,
  );
});
