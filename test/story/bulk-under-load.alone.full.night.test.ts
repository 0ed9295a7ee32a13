import { readLocalStack, startService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { createBulk } from '../support/bulk.ts';
import { startLoyaltyctl } from '../support/loyaltyctl.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { counted } from '../support/toy-service.ts';

let tenant: TestTenant;
let small: StartedService;
let origin: string;

beforeAll(async () => {
  tenant = await createTestTenant('Bulk under load');
  const env = { PENDING_REPLIES_MAX: '100', BULK_DEADLINE_MS: '300' };
  small = await startService({ name: 'ingress', env });
  origin = `http://127.0.0.1:${String(small.httpPort)}`;
});

afterAll(() => small.stop());

const receiptBodies = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    transactionRef: crypto.randomUUID(),
    memberRef: `m-${String(at % 50)}`,
    amount: 100,
  }));

test('a call of a thousand items gets all its results while a stream runs', async () => {
  const bulk = createBulk(tenant.tenantId, tenant.keys.live);
  const sample = 'test/data/receipts.ndjson.gz';
  const args = ['receipts', 'stream', sample, '--tenant', tenant.tenantId, '--mode', 'live', '--json'];
  const stream = startLoyaltyctl(args);
  let running = 1;
  void stream.ended.then(() => (running = 0));
  const membersOf = async (): Promise<number> =>
    (await tenant.live.get('/members?limit=1')).body.members.length;
  while (running > 0 && (await membersOf()) === 0);
  const { status, results } = await bulk(receiptBodies(1_000));
  expect([status, results.filter((result) => result.status !== 200), running]).toEqual([200, [], 1]);
  stream.interrupt();
  await stream.ended;
});

test('a call that would take more than half of the slots is shed whole, before anything is sent', async () => {
  const bulk = createBulk(tenant.tenantId, tenant.keys.live);
  const items = receiptBodies(51);
  const shed = await bulk(items, {}, origin);
  expect(shed.status).toBe(503);
  expect(shed.text).toContain('"SERVICE_UNAVAILABLE"');
  expect(Number(shed.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  for (const { transactionRef } of items.slice(0, 3)) {
    expect((await tenant.live.get(`/transactions/${transactionRef}`)).status).toBe(404);
  }
  expect((await bulk(items)).results.filter(({ replayed }) => replayed)).toEqual([]);
});

test('an item that is not decided by the deadline says so, and its reference gives the result later', async () => {
  const bulk = createBulk(tenant.tenantId, tenant.keys.live);
  const items = receiptBodies(3);
  const engine = readLocalStack().services['earn-engine']?.pid ?? NaN;
  process.kill(engine, 'SIGSTOP');
  const undecided = await bulk(items, {}, origin).finally(() => process.kill(engine, 'SIGCONT'));
  expect(undecided.status).toBe(200);
  expect(undecided.results.map(({ status, problem }) => [status, problem.code])).toEqual(
    items.map(() => [503, 'PROCESSING_TIMEOUT']),
  );
  const later = await bulk(items);
  expect(later.results.map(({ status }) => status)).toEqual([200, 200, 200]);
  const again = await bulk(items, {}, origin);
  expect(again.results.map(({ body }) => body)).toEqual(later.results.map(({ body }) => body));
});

test('▲ five calls of one tenant, whose receipts get no reply, leave slots to the call of another', async () => {
  // The slots of the test before are free after half a minute.
  await eventually('no slot is taken', async () => (await counted(small, 'loyalty_pending_replies')) === 0);
  const neighbour = await createTestTenant('Beside bulk calls');
  const [greedy, other] = [tenant, neighbour].map(({ tenantId, keys }) => createBulk(tenantId, keys.live));
  if (greedy === undefined || other === undefined) throw new Error('two tenants call');
  const engine = readLocalStack().services['earn-engine']?.pid ?? NaN;
  process.kill(engine, 'SIGSTOP');
  try {
    const calls = Array.from({ length: 5 }, () => greedy(receiptBodies(10), {}, origin));
    await calls[0];
    const { status, results } = await other(receiptBodies(10), {}, origin);
    expect([status, results.map(({ problem }) => problem.code)]).toEqual([
      200,
      Array.from({ length: 10 }, () => 'PROCESSING_TIMEOUT'),
    ]);
    expect((await Promise.all(calls)).map((call) => call.status)).toContain(503);
  } finally {
    process.kill(engine, 'SIGCONT');
  }
});
