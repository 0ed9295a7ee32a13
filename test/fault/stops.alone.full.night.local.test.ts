import { readLocalStack, startService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { createBulk } from '../support/bulk.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
const services: StartedService[] = [];
const frozen = new Set<number>();

const freeze = (pid: number | null | undefined): void => {
  if (pid == null) throw new Error('it does not run');
  process.kill(pid, 'SIGSTOP');
  frozen.add(pid);
};
const thaw = (): void => {
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  frozen.clear();
};

beforeAll(async () => {
  shop = await createTestTenant('Stops');
  await activateCampaigns(shop.live, [{ name: 'One', earningRule: { type: 'FIXED_POINTS', points: 1 } }]);
});
afterEach(async () => {
  thaw();
  await Promise.all(services.splice(0).map((service) => service.stop()));
});

const start = async (name: string, env: Record<string, string> = {}): Promise<StartedService> => {
  const service = await startService({ name, env });
  services.push(service);
  return service;
};

const receipts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    transactionRef: crypto.randomUUID(),
    memberRef: `m-${at.toString()}`,
    amount: 100,
  }));

const page = (service: StartedService, path: string) =>
  fetch(`http://127.0.0.1:${service.adminPort.toString()}${path}`);

const pendingOf = async (service: StartedService): Promise<number> => {
  const text = await (await page(service, '/metrics')).text();
  return Number(/^loyalty_pending_replies(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? 0);
};

test('▲ a stop with a bulk call waiting: still served in the pause, every item has a result or a 503, nothing is cut', async () => {
  const bulk = createBulk(shop.tenantId, shop.keys.live);
  const known = receipts(5);
  expect((await bulk(known)).results.map(({ status }) => status)).toEqual(known.map(() => 200));
  const service = await start('ingress', { STOP_PAUSE_MS: '2000', STOP_WITHIN_MS: '9000' });
  const origin = `http://127.0.0.1:${service.httpPort.toString()}`;
  freeze(readLocalStack().services['earn-engine']?.pid);
  const waiting = bulk([...known, ...receipts(40)], {}, origin);
  await eventually('the items wait', async () => (await pendingOf(service)) === 40);
  const beganMs = performance.now();
  service.kill('SIGTERM');
  await eventually('it is not ready', async () => (await page(service, '/health/ready')).status === 503);
  expect((await createBulk(shop.tenantId, shop.keys.live)(known, {}, origin)).status).toBe(200);
  const { status, results } = await waiting;
  expect([status, results.map((result) => result.status)]).toEqual([
    200,
    [...known.map(() => 200), ...Array.from({ length: 40 }, () => 503)],
  ]);
  expect(await service.ended).toEqual({ how: 'exit', code: 0 });
  process.stdout.write(`a stop of 9 s at most took ${(performance.now() - beganMs).toFixed(0)} ms\n`);
});

test('▲ with Kafka away a stop ends within fifteen seconds, with 0', async () => {
  const names = ['ingress', 'earn-engine', 'fulfilment'];
  const started = await Promise.all(names.map((name) => start(name)));
  freeze(readLocalStack().parts['kafka']?.pid);
  const stops = await Promise.all(
    started.map(async (service, at) => {
      const beganMs = performance.now();
      service.kill('SIGTERM');
      const ending = await service.ended;
      return { name: names[at], ending, tookMs: performance.now() - beganMs };
    }),
  );
  thaw();
  for (const { name = '', tookMs } of stops)
    process.stdout.write(`with Kafka frozen ${name} stops in ${tookMs.toFixed(0)} ms\n`);
  expect(stops.map(({ ending }) => ending)).toEqual(names.map(() => ({ how: 'exit', code: 0 })));
  expect(Math.max(...stops.map(({ tookMs }) => tookMs))).toBeLessThan(15_000);
  await eventually('receipts are decided again', async () => {
    const [receipt] = receipts(1);
    return (await shop.live.post('/transactions/evaluate', receipt)).status === 200;
  });
});
