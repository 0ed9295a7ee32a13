import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment, readLocalStack } from '@loyalty/stack';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { read } from '../support/sources.ts';
import { enableStreamOut } from '../support/stream-out-consumer.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { balancesOf } from '../support/tenant.ts';

const shops = streamingShops();
/** The program must find the packages of this checkout. */
const folder = join('.loyalty', 'test', `warehouse-${randomUUID()}`);
let shop: StreamingShop;
let topic: string;
let scratch: ScratchDatabase;
let warehouse: Database;
beforeAll(async () => {
  shop = await shops.open('Warehouse');
  topic = await enableStreamOut(shop.tenant);
  scratch = await createScratchDatabase();
  warehouse = createDatabase({
    url: scratch.url,
    applicationName: 'warehouse',
    poolMax: 1,
    logger: silentLogger,
  });
  const [, code = ''] =
    [...read('docs/integration.md').matchAll(/^```js run\n([^]*?)^```/gm)].find(([, text = '']) =>
      text.includes('STREAM_OUT_TOPIC'),
    ) ?? [];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'consumer.mjs'), code);
});
afterAll(async () => {
  await warehouse.close();
  await scratch.drop();
  await shops.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program of the page, with nothing but its variables. */
const start = (): ChildProcess => {
  const { kafkaBrokers, schemaRegistryUrl } = readLocalStack();
  const given = {
    STREAM_OUT_TOPIC: topic,
    KAFKA_BROKERS: kafkaBrokers,
    SCHEMA_REGISTRY_URL: schemaRegistryUrl,
    WAREHOUSE_URL: scratch.url,
  };
  const env = Object.assign(inheritedEnvironment(), given);
  return spawn(process.execPath, [join(folder, 'consumer.mjs')], { env, stdio: 'ignore' });
};

const sums = async (): Promise<ReadonlyMap<string, number>> => {
  const rows = await warehouse
    .query<{ id: string; points: number }>(
      `SELECT "memberId" AS id, sum(points)::bigint AS points FROM entries GROUP BY 1 HAVING count(*) = max(seq)`,
    )
    .catch(() => []);
  return new Map(rows.map(({ id, points }) => [id, points]));
};

test('▲ the program of docs/integration.md has the balances of all members, killed on its way and started again (D351)', async () => {
  const { live } = shop.tenant;
  const receipts = Array.from({ length: 400 }, (_, n) => ({
    transactionRef: `w-${n.toString()}`,
    memberRef: `member-${(n % 50).toString()}`,
    amount: 4_000,
    storeRef: null,
    currency: 'USD',
    occurredAt: new Date().toISOString(),
    products: [],
  }));
  const first = start();
  await shop.producer.send(
    receipts.map((receipt) => ({ key: receipt.memberRef, value: shop.producer.write(receipt) })),
  );
  await eventually('some postings are in the warehouse', async () => (await sums()).size > 0, {
    everyMs: 50,
  });
  first.kill('SIGKILL');
  for (const memberRef of ['member-1', 'member-2'])
    await live.post('/transactions/evaluate', {
      transactionRef: `till-${memberRef}`,
      memberRef,
      amount: 4_000,
    });
  const second = start();
  try {
    await eventually(
      'the sums are the balances',
      async () => {
        const [found, balances] = [await sums(), await balancesOf(live)];
        const { members } = (await live.get('/members?limit=200')).body;
        return (
          balances.size === 50 &&
          members.length === 50 &&
          members.every(({ id, pointsBalance }) => found.get(id) === pointsBalance)
        );
      },
      { everyMs: 500 },
    );
    const places = await warehouse.query<{ place: string }>(
      `SELECT DISTINCT source::text AS place FROM events WHERE source IS NOT NULL AND source::text <> 'null'`,
    );
    expect(places).toHaveLength(receipts.length);
  } finally {
    second.kill('SIGKILL');
  }
});
