import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TopCallers } from '@loyalty/http/api';
import { captureRun } from '../testing/captured-run.ts';
import { topTenants } from './tenants.ts';

const callerOf = (
  environmentId: number,
  requests: number,
  { limited = 0, failed = 0, tookMs = requests } = {},
) => ({
  tenantId: `tenant-${environmentId.toString()}`,
  mode: 'live' as const,
  environmentId,
  requests,
  limited,
  failed,
  tookMs,
});

const answerOf = (windowS: number, ...callers: TopCallers['callers']): TopCallers => ({
  windowS,
  callers,
  others: 0,
});

test('counts of processes add up, each by its own window', () => {
  const [loudest, second] = topTenants(
    [answerOf(100, callerOf(1, 500), callerOf(2, 900)), answerOf(60, callerOf(1, 600))],
    'requests',
  );
  expect(loudest).toMatchObject({ environmentId: 1, requestsPerS: 15 });
  expect(second).toMatchObject({ environmentId: 2, requestsPerS: 9 });
});

test.each([
  ['requests', 1],
  ['429', 2],
  ['5xx', 3],
  ['waiting', 4],
] as const)('by %s another environment is the loudest', (order, environmentId) => {
  const callers = [
    callerOf(1, 1_000),
    callerOf(2, 100, { limited: 90 }),
    callerOf(3, 100, { failed: 50 }),
    callerOf(4, 10, { tookMs: 60_000 }),
  ];
  expect(topTenants([answerOf(60, ...callers)], order)[0]).toMatchObject({ environmentId });
});

test('ten are shown, and none that has nothing of the count', () => {
  const callers = Array.from({ length: 30 }, (_, index) => callerOf(index, index + 1));
  expect(topTenants([answerOf(60, ...callers)], 'requests')).toHaveLength(10);
  expect(topTenants([answerOf(60, ...callers)], '5xx')).toEqual([]);
});

const withServer = async (
  pages: Readonly<Record<string, unknown>>,
  ask: (origin: string) => Promise<void>,
): Promise<void> => {
  const server = createServer(({ url = '' }, response) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200).end(JSON.stringify(page ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`);
  } finally {
    server.close();
  }
};

test('the command prints who is loud, by the metrics page of an ingress', async () => {
  await withServer({ '/callers': answerOf(60, callerOf(7, 600, { limited: 300 })) }, async (origin) => {
    const run = await captureRun(['top', '--tenants', '--by', '429', '--url', `${origin}/metrics`]);
    expect([run.exitCode, run.err]).toEqual([0, '']);
    expect(run.out).toMatch(/tenant-7 +live +7 +10 +5\.00 +0 +/);
  });
});

test('a process that does not respond is a failure, one that is no ingress is not asked', async () => {
  await withServer({ '/callers': answerOf(60, callerOf(7, 60)) }, async (ingress) => {
    await withServer({}, async (engine) => {
      const urls = ['--url', `${ingress}/metrics`, '--url', `${engine}/metrics`];
      expect(await captureRun(['top', '--tenants', ...urls])).toMatchObject({ exitCode: 0 });
      const silent = await captureRun(['top', '--tenants', ...urls, '--url', 'http://127.0.0.1:1/metrics']);
      expect(silent.exitCode).toBe(1);
      expect(silent.err).toContain('http://127.0.0.1:1/callers');
    });
    const alone = await captureRun(['top', '--tenants', '--url', 'http://127.0.0.1:1/metrics', '--json']);
    expect(JSON.parse(alone.out)).toMatchObject({ processes: 0, tenants: [] });
  });
});
