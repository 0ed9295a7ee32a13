import { readLocalStack } from '@loyalty/stack';
import { send } from '../support/contract.ts';

test('metrics and what health consists of are on the admin port alone', async () => {
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
