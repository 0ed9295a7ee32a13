import { readLocalStack } from '@loyalty/stack';
import { send } from '../support/contract.ts';

test('▲ metrics and what health consists of are on the admin port alone', async () => {
  const metrics = await send('GET', '/metrics');
  expect([metrics.status, metrics.text]).toEqual([404, expect.stringContaining('"ROUTE_NOT_FOUND"')]);
  expect(JSON.parse((await send('GET', '/health/ready')).text)).toEqual({ status: 'ok' });
  const admin = `http://127.0.0.1:${String(readLocalStack().services['ingress']?.port)}`;
  const shown = await fetch(`${admin}/metrics`);
  expect(shown.headers.get('Content-Type')).toMatch(/^text\/plain/);
  expect(await shown.text()).toContain('loyalty_http_request_duration_seconds');
  const ready = (await (await fetch(`${admin}/health/ready`)).json()) as { checks: unknown };
  expect(ready.checks).toMatchObject({
    database: 'ok',
    broker: 'ok',
    cache: 'ok',
    replies: 'ok',
    interface: 'ok',
  });
});

test('who asks how much is on the admin port alone (D152)', async () => {
  expect((await send('GET', '/callers')).status).toBe(404);
  const admin = `http://127.0.0.1:${String(readLocalStack().services['ingress']?.port)}`;
  const { windowS, callers } = (await (await fetch(`${admin}/callers`)).json()) as {
    windowS: number;
    callers: readonly { requests: number }[];
  };
  // Two minutes; a busy machine ends the first of them late.
  expect(windowS).toBeLessThanOrEqual(150);
  expect(callers.every(({ requests }) => requests > 0)).toBe(true);
});

/** 127.0.0.2 is this machine too: who listens on every address is reached there, who listens on 127.0.0.1 is not. */
test('▲ no service of the local stack is reached from beyond this machine', async () => {
  const { baseUrl, services } = readLocalStack();
  const ports = [...Object.values(services).map(({ port }) => port.toString()), new URL(baseUrl).port];
  const reached = await Promise.all(
    ports.map(async (port) => {
      const response = await fetch(`http://127.0.0.2:${port}/health/live`).catch(() => null);
      return response === null ? 'refused' : response.status;
    }),
  );
  expect(reached).toEqual(ports.map(() => 'refused'));
});
