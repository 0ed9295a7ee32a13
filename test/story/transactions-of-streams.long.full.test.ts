import { randomUUID } from 'node:crypto';
import { createKafka } from '@loyalty/kafka';
import { createDatabase } from '@loyalty/storage';
import { readLocalStack } from '@loyalty/stack';
import { createLaggingReceipts } from '@loyalty/tables/jobs';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { EnvironmentId } from '@loyalty/kernel';
import { eventually } from '@loyalty/testkit/runs';
import { sampleReceipts } from '../support/independent-points.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';

/** The engine follows a changed list of streams within 30 s and a few seconds. */
const patient = { everyMs: 250 };
const minuteMs = 60_000;

const shops = streamingShops();
const { kafkaBrokers, databaseUrl } = readLocalStack();
const kafka = createKafka({ brokers: kafkaBrokers.split(','), clientId: 'test', logger: silentLogger });
const db = createDatabase({ url: databaseUrl, applicationName: 'test', poolMax: 1, logger: silentLogger });

let shop: StreamingShop;
beforeAll(async () => {
  shop = await shops.open('Streams in transactions');
});
afterAll(async () => {
  await shops.stop();
  await db.close();
});

const receiptOf = (memberRef: string) => {
  const [sample] = sampleReceipts();
  if (sample === undefined) throw new Error('the sample is empty');
  const receipt = { ...sample, transactionRef: randomUUID(), memberRef, amount: 4_000, currency: 'USD' };
  return { key: memberRef, value: shop.producer.write(receipt), partition: 0 };
};

const hasMember = async (memberRef: string): Promise<boolean> =>
  (await shop.tenant.live.get(`/members?ref=${memberRef}`)).body.members.length === 1;

interface Listed {
  readonly nextOffset: number;
  readonly logEnd: number;
  readonly lag: number;
  readonly waiting: number;
  readonly transaction: { readonly startOffset: number; readonly since: string } | null;
}

const listed = async (): Promise<Listed> => {
  const line = ['positions', 'list', '--topic', shop.producer.topic];
  const { positions } = await loyaltyctlJson<{ positions: readonly (Listed & { partition: number })[] }>(
    ...line,
  );
  const first = positions.find(({ partition }) => partition === 0);
  if (first === undefined) throw new Error('nobody reads it');
  return first;
};

/** A figure of the bulk lane of the earn-engine. */
const figure = async (name: string): Promise<number> => {
  const { port = 0 } = readLocalStack().services['earn-engine'] ?? {};
  const text = await (await fetch(`http://127.0.0.1:${port.toString()}/metrics`)).text();
  return Number(new RegExp(`^loyalty_${name}\\{lane="bulk"\\} (\\S+)$`, 'm').exec(text)?.[1]);
};

/** Which environments wait with their expiry, as seen so many minutes from now. */
const laggingIn = async (minutes: number): Promise<readonly EnvironmentId[]> => {
  const [row] = await db.query<{ id: EnvironmentId }>(
    `SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live'`,
    [shop.tenant.tenantId],
  );
  if (row === undefined) throw new Error('no environment');
  const lagging = createLaggingReceipts({ kafka, db });
  return [...(await lagging.among([row.id], Date.now() + minutes * minuteMs))];
};

test.each(['commit', 'abort'] as const)(
  '▲ a topic that ends with the marker of a transaction (%s) has no lag, and no expiry waits for it',
  async (how) => {
    await shop.producer.send([receiptOf(`before-${how}`)]);
    const transaction = await shop.producer.begin();
    await transaction.send({ topic: shop.producer.topic, messages: [receiptOf(`in-${how}`)] });
    await transaction.end(how);
    await eventually('the first one is stored', () => hasMember(`before-${how}`), patient);
    await eventually('nothing is left', async () => (await listed()).lag === 0);
    expect(await hasMember(`in-${how}`)).toBe(how === 'commit');
    expect(await laggingIn(11)).toEqual([]);
    expect(await laggingIn(300)).toEqual([]);
  },
);

test('▲ positions list says which messages wait for a transaction that hangs, and since when (D331)', async () => {
  const transaction = await shop.producer.begin();
  await transaction.send({ topic: shop.producer.topic, messages: [receiptOf('hangs')] });
  const refs = ['one', 'two', 'three', 'four', 'five'];
  await shop.producer.send(refs.map(receiptOf));
  const { nextOffset, logEnd, lag, waiting, transaction: open } = await listed();
  expect([lag, waiting, open?.startOffset]).toEqual([6, 6, nextOffset]);
  expect(logEnd).toBe(nextOffset + 6);
  expect(Math.abs(Date.parse(open?.since ?? '') - Date.now())).toBeLessThan(minuteMs);
  await eventually('the gauge counts them', async () => (await figure('open_transaction_messages')) === 6);
  // The alert `TransactionOpen`.
  await eventually('it wakes somebody', async () => (await figure('open_transaction_seconds')) > 10);
  await transaction.end('abort');
  await eventually('nothing is left', async () => (await listed()).lag === 0);
  expect(await listed()).toMatchObject({ waiting: 0, transaction: null });
  for (const name of ['open_transaction_messages', 'open_transaction_seconds'])
    await eventually('the gauge is 0', async () => (await figure(name)) === 0);
  for (const ref of refs) expect(await hasMember(ref)).toBe(true);
  expect(await hasMember('hangs')).toBe(false);
});
