import { randomUUID } from 'node:crypto';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { teachCompression } from '../support/compression.ts';
import type { ForeignRecord } from '../support/foreign-producer.ts';
import { sampleReceipts } from '../support/independent-points.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { parkedPositions } from '../support/parked-positions.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

/** The engine follows a changed list of streams within 30 s and a few seconds. */
const patient = { everyMs: 250 };

/** The settings of topics made before a setting for compression existed. */
const earlierSettings = { 'message.timestamp.type': 'LogAppendTime', 'max.message.bytes': '2097152' };

const shops = streamingShops();

const [sample] = sampleReceipts();

/** Sends a new receipt that earns points for its own member. */
const receiptOf = ({ producer }: StreamingShop, memberRef: string, partition: number): ForeignRecord => {
  if (sample === undefined) throw new Error('the sample is empty');
  const receipt = { ...sample, transactionRef: randomUUID(), memberRef, amount: 4_000, currency: 'USD' };
  return { key: memberRef, value: producer.write(receipt), partition };
};

const hasMember = async ({ tenant }: StreamingShop, memberRef: string): Promise<boolean> =>
  (await tenant.live.get(`/members?ref=${memberRef}`)).body.members.length === 1;

const isStored = (shop: StreamingShop, memberRef: string): Promise<void> =>
  eventually(`${memberRef} is stored`, () => hasMember(shop, memberRef), patient);

const parkedOf = ({ producer }: StreamingShop) => parkedPositions(stored, producer.topic);

let configured: StreamingShop;
let careless: StreamingShop;
let other: TestTenant;
let stored: StoredRows;
beforeAll(async () => {
  stored = openStoredRows();
  teachCompression();
  configured = await shops.open('Its topic has our settings');
  careless = await shops.open('Its topic is an old one');
  other = await createTestTenant('Does nothing but evaluate');
  await careless.producer.configure(earlierSettings);
  for (const shop of shops.opened) await shop.producer.send([receiptOf(shop, 'the-first', 0)]);
  for (const shop of shops.opened) await isStored(shop, 'the-first');
});
afterAll(async () => {
  await shops.stop();
  await stored.close();
});

const enginePid = (): number | null => readLocalStack().services['earn-engine']?.pid ?? null;

/**
 * Runs `work` beside a till of another tenant. Returns the till's statuses, and whether the engine's process stayed the same.
 */
const besides = async (work: () => Promise<void>) => {
  const responses = new Set<number>();
  const pid = enginePid();
  let isOver = false;
  const serve = async (): Promise<void> => {
    while (!isOver) {
      const till = { transactionRef: randomUUID(), memberRef: 'at-a-till', amount: 1_000, currency: 'USD' };
      responses.add((await other.live.post('/transactions/evaluate', till)).status);
    }
  };
  const served = serve();
  await work().finally(() => (isOver = true));
  await served;
  return { responses: [...responses], isSameEngine: pid === enginePid() };
};

const undisturbed = { responses: [200], isSameEngine: true };

test.each(['lz4', 'zstd', 'snappy', 'gzip'] as const)(
  '▲ receipts that a producer compresses with %s earn',
  async (compression) => {
    const seen = await besides(async () => {
      const refs = Array.from({ length: 300 }, (_, n) => `${compression}-${n.toString()}`);
      await configured.producer.send(
        refs.map((ref) => receiptOf(configured, ref, 0)),
        compression,
      );
      await isStored(configured, refs.at(-1) ?? '');
    });
    expect(seen).toEqual(undisturbed);
  },
  120_000,
);

const bomb = (): ForeignRecord => ({ key: 'b', value: Buffer.alloc(64 * 1024 * 1024), partition: 0 });

test('▲ gzip that becomes 64 MiB is refused by the broker', async () => {
  const seen = await besides(() =>
    expect(configured.producer.send([bomb()], 'gzip')).rejects.toThrow('larger than the max message size'),
  );
  expect(seen).toEqual(undisturbed);
});

test('▲ a record with one header a hundred thousand times is read like any other', async () => {
  const seen = await besides(async () => {
    const record = {
      ...receiptOf(configured, 'headers', 0),
      headers: { again: Array<string>(100_000).fill('x') },
    };
    await configured.producer.send([record]);
    await isStored(configured, 'headers');
  });
  expect(seen).toEqual(undisturbed);
});

test('gzip is read also where the broker keeps it', async () => {
  const seen = await besides(async () => {
    await careless.producer.send([receiptOf(careless, 'gzip', 0)], 'gzip');
    await isStored(careless, 'gzip');
  });
  expect(seen).toEqual(undisturbed);
});

test.each([
  { what: 'zstd', partition: 1, compression: 'zstd', reason: 'compressed with zstd' },
  { what: 'lz4', partition: 2, compression: 'lz4', reason: 'compressed with lz4' },
  { what: 'snappy', partition: 1, compression: 'snappy', reason: 'compressed with snappy' },
  { what: 'gzip that becomes 64 MiB', partition: 0, compression: 'gzip', reason: 'compressed with gzip' },
] as const)(
  '▲ a batch of $what, kept as it came, parks its partition behind what came before it, and nothing else',
  async ({ what, partition, compression, reason }) => {
    const seen = await besides(async () => {
      await careless.producer.send([receiptOf(careless, `before ${what}`, partition)]);
      const bad = compression === 'gzip' ? bomb() : receiptOf(careless, `in ${what}`, partition);
      await careless.producer.send([bad], compression);
      await careless.producer.send([receiptOf(careless, `behind ${what}`, partition)]);
      await eventually('it is parked', async () => (await parkedOf(careless)).length > 0, patient);
      await isStored(careless, `before ${what}`);
      expect(await hasMember(careless, `behind ${what}`)).toBe(false);
      const [parked, ...others] = await parkedOf(careless);
      expect(others).toEqual([]);
      expect(parked).toMatchObject({ partition, parkedReason: expect.stringContaining(reason) as string });
      const place = [careless.producer.topic, partition.toString()];
      const behind = ((parked?.nextOffset ?? 0) + 1).toString();
      await loyaltyctlJson('positions', 'move', ...place, '--to', behind, '--yes');
      await isStored(careless, `behind ${what}`);
    });
    expect(seen).toEqual(undisturbed);
  },
  180_000,
);

test('an old topic gets our settings from «topics create --alter», and from enabling its stream again', async () => {
  const { topic } = careless.producer;
  const change = { topic, setting: 'compression.type', from: 'producer', to: 'uncompressed' };
  const daily = { topic, setting: 'segment.ms', from: '604800000', to: '86400000' };
  type Changed = (typeof change)[];
  const made = await loyaltyctlJson<{ topics: { changed: Changed } }>('topics', 'create', '--alter');
  // A consumer may have recreated topics that other tests deleted; they are left out.
  expect(made.topics.changed.filter((one) => one.topic === topic)).toEqual([change, daily]);
  await careless.producer.send([receiptOf(careless, 'unpacked', 2)], 'lz4');
  await isStored(careless, 'unpacked');

  await careless.producer.configure(earlierSettings);
  const line = ['stream', 'enable', '--tenant', careless.tenant.tenantId, '--mode', 'live'];
  expect(await loyaltyctlJson<{ changed: Changed }>(...line)).toMatchObject({ changed: [change, daily] });
  expect(await loyaltyctlJson<{ changed: Changed }>(...line)).toMatchObject({ changed: [] });
});
