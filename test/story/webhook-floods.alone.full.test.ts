import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sizeOf } from '@loyalty/testkit/runs';
import { startTestServer, type TestServer } from '@loyalty/testkit/servers';
import { createBulk } from '../support/bulk.ts';
import { inParallel } from '../support/in-parallel.ts';
import { createTestTenant, liftWriteLimit, type TestTenant } from '../support/tenant.ts';
import { openWatchedTenant, p99Of, type WatchedTenant, type Waits } from '../support/watched-tenant.ts';

/** How long each flood lasts; `FLOOD_SECONDS=600` shows what builds up. */
// eslint-disable-next-line n/no-process-env -- a longer flood is asked for by hand.
const floodMs = Number(process.env['FLOOD_SECONDS'] ?? sizeOf(2, 8)) * 1_000;
/** The time of the measurement without a flood. */
const aloneMs = sizeOf(2_000, 8_000);
/** Generous, because the machine may be busy. The aim is twice the time without a flood, and 1.2 times for tills. */
const webhookMsMax = 10_000;
const tillMsMax = 3_000;
/** The response time of a slow endpoint. */
const answerMs = 400;

let server: TestServer;
let slowUrl: string;
let watched: WatchedTenant;

const print = (what: string, { till, webhook }: Waits): void => {
  const [tillMs, webhookMs] = [till, webhook].map((waits) => p99Of(waits).toFixed(0));
  process.stdout.write(
    `${what}: till p99 ${tillMs ?? ''} ms, webhook p99 ${webhookMs ?? ''} ms, of ${till.length.toString()} receipts\n`,
  );
};

beforeAll(async () => {
  server = await startTestServer((request, response) => {
    request.resume();
    setTimeout(() => response.end(), answerMs);
  });
  slowUrl = `${server.origin}/in`;
  watched = await openWatchedTenant(await createTestTenant('Beside floods of webhooks'), '127.0.0.1');
  print('alone', await watched.watch(sleep(aloneMs)));
});
afterAll(async () => {
  await watched.close();
  await server.close();
});

const webhookOf = { secret: 'a secret of the flood', events: ['transaction.processed'] };
const register = async (tenant: TestTenant): Promise<string> =>
  (await tenant.test.post('/webhooks', { ...webhookOf, url: slowUrl })).body.id;
const drop = async (tenant: TestTenant, id: string): Promise<void> => {
  const { status } = await tenant.test.delete(`/webhooks/${id}?drop=true`);
  if (status !== 204) throw new Error(`a webhook was not deleted: ${status.toString()}`);
};

/** Sends bulk calls for as long as the flood lasts, one a second with `perSecond` receipts. */
const stream = async ({ tenantId, keys }: TestTenant, perSecond: number): Promise<void> => {
  const bulk = createBulk(tenantId, keys.test);
  const receipt = () => ({ transactionRef: randomUUID(), memberRef: randomUUID(), amount: 100 });
  const untilMs = performance.now() + floodMs;
  while (performance.now() < untilMs) {
    const nextMs = performance.now() + 1_000;
    await bulk(Array.from({ length: perSecond }, receipt));
    await sleep(Math.max(0, nextMs - performance.now()));
  }
};

/** Sends receipts whose events go to as many slow endpoints. Unsent events are dropped with the endpoints at the end. */
const flood = async (tenant: TestTenant, { endpoints, perSecond }: Flood): Promise<void> => {
  const ids = await inParallel(Array.from({ length: endpoints }), 8, () => register(tenant));
  await stream(tenant, perSecond);
  await inParallel(ids, 8, (id) => drop(tenant, id));
};

interface Flood {
  readonly endpoints: number;
  readonly perSecond: number;
}

/** Creates and deletes endpoints while events are sent. */
const churn = async (tenant: TestTenant): Promise<void> => {
  const streaming = stream(tenant, 20);
  const untilMs = performance.now() + floodMs;
  const exchange = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const { status, body } = await tenant.test.post('/webhooks', { ...webhookOf, url: slowUrl });
      // A hundred changes within three hours are the limit: later calls are refused, and the loop continues.
      if (status === 201) await drop(tenant, body.id);
      else await sleep(100);
    }
  };
  await Promise.all([streaming, exchange(), exchange()]);
};

test.each<readonly [string, (tenant: TestTenant) => Promise<void>]>([
  [
    'a hundred slow endpoints at fifty events a second',
    (tenant) => flood(tenant, { endpoints: 100, perSecond: 50 }),
  ],
  [
    'a slow endpoint at a thousand events a second',
    (tenant) => flood(tenant, { endpoints: 1, perSecond: 1_000 }),
  ],
  ['endpoints that come and go', churn],
])(
  '▲ %s of one tenant keep neither the webhook nor the till of another waiting',
  async (what, run) => {
    const tenant = await createTestTenant(`Floods with ${what}`);
    await liftWriteLimit(tenant);
    const waits = await watched.watch(run(tenant));
    print(what, waits);
    expect([p99Of(waits.till) < tillMsMax, p99Of(waits.webhook) < webhookMsMax]).toEqual([true, true]);
  },
  floodMs + 112_000,
);
