import { randomUUID } from 'node:crypto';
import { killPart } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { teachCompression, type Compression } from '../support/compression.ts';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { parkedPositions } from '../support/parked-positions.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { balancesOf } from '../support/tenant.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';

const records = 10_000;
/** Twenty records have each of the twelve faults once, and eight of them are good. */
const turn = 20;
const perMember = 40;

const shops = streamingShops();
const producers: ForeignProducer[] = [];
let shop: StreamingShop;
let stored: StoredRows;
beforeAll(async () => {
  teachCompression();
  stored = openStoredRows();
  shop = await shops.open('A night of faults');
  for (let n = 0; n < 3; n += 1) producers.push(await createForeignProducer(shop.producer.topic));
});
afterAll(async () => {
  for (const producer of producers) await producer.stop();
  await shops.stop();
  await stored.close();
});

type Receipt = Parameters<ForeignProducer['write']>[0];

/** A receipt of 40.00 earns 100 and 5 points. */
const receiptOf = (n: number): Receipt => ({
  transactionRef: `night-${n.toString()}-${randomUUID()}`,
  memberRef: `member-${Math.floor(n / perMember).toString()}`,
  amount: 4_000,
  storeRef: null,
  currency: 'USD',
  occurredAt: new Date().toISOString(),
  products: [],
});
const pointsOfGood = 105;

const line = { sku: 'a', quantity: 1, unitPrice: 100 };

const valid = (n: number, given: Partial<Receipt>) => shop.producer.write({ ...receiptOf(n), ...given });

const withSchema = (value: Buffer, id: number): Buffer => {
  const other = Buffer.from(value);
  other.writeUInt32BE(id, 1);
  return other;
};

/** Each fault: the code, the reason or the pointer that its entry has, and the record. */
const faults: readonly (readonly [code: string, says: string, write: (n: number) => Buffer])[] = [
  ['VALIDATION_ERROR', '/amountCents', (n) => valid(n, { amount: -1 })],
  ['VALIDATION_ERROR', '/storeRef', (n) => valid(n, { storeRef: '' })],
  ['VALIDATION_ERROR', '/currency', (n) => valid(n, { currency: 'rand' })],
  ['VALIDATION_ERROR', '/occurredAt', (n) => valid(n, { occurredAtMs: 4_102_444_800_000 })],
  ['VALIDATION_ERROR', '/products/0/quantity', (n) => valid(n, { products: [{ ...line, quantity: 0 }] })],
  ['VALIDATION_ERROR', '/attributes/0/name', (n) => valid(n, { attributes: [{ name: 'A B', value: 'x' }] })],
  ['UNREADABLE', 'NOT_WIRE_FORMAT', () => Buffer.from('{"transactionRef":"r"}')],
  ['UNREADABLE', 'EMPTY', () => Buffer.alloc(0)],
  ['UNREADABLE', 'UNKNOWN_SCHEMA', (n) => withSchema(valid(n, {}), 999_999)],
  ['UNREADABLE', 'UNDECODABLE', (n) => valid(n, {}).subarray(0, 20)],
  ['TRANSACTION_DUPLICATE', '', (n) => valid(n, { transactionRef: 'first', memberRef: 'another' })],
  ['MEMBER_SUSPENDED', '', (n) => valid(n, { memberRef: 'suspended' })],
];

interface Entry {
  readonly code: string;
  readonly transactionRef: string | null;
  readonly context: {
    readonly reason?: string;
    readonly errors?: readonly { readonly pointer: string }[];
  };
  readonly source: { readonly partition: number; readonly offset: number };
}

const placeOf = ({ source: { partition, offset } }: Entry): string =>
  `${partition.toString()}/${offset.toString()}`;

const allRefused = async (): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { text } = await shop.tenant.live.get(`/transactions/refused?limit=200${after}`);
    const page = JSON.parse(text) as {
      readonly refused: readonly Entry[];
      readonly nextCursor: string | null;
    };
    entries.push(...page.refused);
    cursor = page.nextCursor;
  }
  return entries;
};

interface Stream {
  readonly partitions: readonly {
    readonly endOffset: number;
    readonly decidedUpTo: number | null;
    readonly lag: number;
  }[];
}

const streamOf = async (): Promise<Stream> =>
  (JSON.parse((await shop.tenant.live.get('/environment')).text) as { readonly stream: Stream }).stream;

const codecs: readonly Compression[] = ['gzip', 'snappy', 'zstd'];
const batch = 250;

/** A reference that belongs to another member, and a member who is suspended. */
const prepare = async (): Promise<void> => {
  const { live } = shop.tenant;
  await live.post('/transactions/evaluate', { transactionRef: 'first', memberRef: 'first', amount: 1 });
  await live.post('/transactions/evaluate', { transactionRef: 'second', memberRef: 'suspended', amount: 1 });
  const { text } = await live.get('/members?ref=suspended');
  const { members } = JSON.parse(text) as { readonly members: readonly { readonly id: string }[] };
  for (const { id } of members) await live.post(`/members/${id}/suspend`, {});
};

interface Night {
  readonly written: readonly { readonly key: string; readonly value: Buffer }[];
  /** The references of the good ones. */
  readonly good: readonly string[];
  /** How many entries there are of each fault. */
  readonly expected: ReadonlyMap<string, number>;
}

const count = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

const nightOf = (): Night => {
  const good: string[] = [];
  const bad: string[] = [];
  const written = Array.from({ length: records }, (_, n) => {
    const { memberRef: key, ...rest } = receiptOf(n);
    const fault = faults[n % turn];
    if (fault === undefined) good.push(rest.transactionRef);
    else bad.push(`${fault[0]} ${fault[1]}`);
    return { key, value: fault?.[2](n) ?? shop.producer.write({ memberRef: key, ...rest }) };
  });
  return { written, good, expected: count(bad) };
};

const send = async (written: Night['written']): Promise<void> => {
  const kills: Promise<void>[] = [];
  for (let at = 0; at < records; at += batch) {
    const turnOf = at / batch;
    await producers[turnOf % 3]?.send(written.slice(at, at + batch), codecs[turnOf % 3]);
    if (turnOf === 9 || turnOf === 29) kills.push(killPart('earn-engine'));
  }
  await Promise.all(kills);
};

/** Waits for the end. So many dead letters park the partitions again and again, and an operator unparks them. */
const decided = async (): Promise<Stream['partitions']> => {
  const { topic } = shop.producer;
  await eventually(
    'the stream is decided',
    async () => {
      if ((await parkedPositions(stored, topic)).length > 0)
        await loyaltyctl('positions', 'unpark', topic, '--all-parked', '--yes');
      const { partitions } = await streamOf();
      const ends = partitions.reduce((sum, { endOffset }) => sum + endOffset, 0);
      return ends >= records && partitions.every(({ lag }) => lag === 0);
    },
    { everyMs: 500 },
  );
  return (await streamOf()).partitions;
};

const namedAs = ({ code, context: { reason, errors = [] } }: Entry): string =>
  `${code} ${reason ?? errors[0]?.pointer ?? ''}`;

test('of 10,000 records with twelve faults, by three producers and codecs under two kills, each has one outcome that the API shows (D332)', async () => {
  const { live } = shop.tenant;
  await prepare();
  const { written, good, expected } = nightOf();
  await send(written);
  const partitions = await decided();
  const entries = await allRefused();
  // No record is twice in the list, and each record is decided: it is stored, or in the list.
  expect([entries.length, new Set(entries.map(placeOf)).size]).toEqual([6_000, 6_000]);
  expect(partitions.reduce((sum, { decidedUpTo }) => sum + (decidedUpTo ?? 0), 0)).toBe(records);
  expect(count(entries.map(namedAs))).toEqual(expected);
  for (let at = 0; at < good.length; at += 50) {
    const asked = good.slice(at, at + 50).map((ref) => live.get(`/transactions/${ref}?operation=evaluate`));
    for (const { status, text } of await Promise.all(asked)) {
      expect(status).toBe(200);
      expect(text).toContain('"state":"PROCESSED"');
    }
  }
  // Each good one counted once.
  const balances = [...(await balancesOf(live))].filter(([ref]) => ref.startsWith('member-'));
  expect(balances.reduce((sum, [, points]) => sum + points, 0)).toBe(good.length * pointsOfGood);
});
