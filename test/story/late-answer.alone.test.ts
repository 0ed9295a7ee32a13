import { randomUUID } from 'node:crypto';
import { readLocalStack, startService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { createApi, type Api } from '../support/api.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let forgetful: StartedService;
let api: Api;

beforeAll(async () => {
  shop = await createTestTenant('Late responses');
  // Without Redis this ingress knows no reference: it gets the response of an overdue reply from Postgres.
  const env = { REDIS_URL: 'redis://127.0.0.1:1', REQUEST_DEADLINE_MS: '500' };
  forgetful = await startService({ name: 'ingress', env });
  const baseUrl = `http://127.0.0.1:${forgetful.httpPort.toString()}/v1`;
  api = createApi(shop.tenantId, shop.keys.live, baseUrl);
});

afterAll(() => forgetful.stop());

test('I4 a repeat whose response Postgres alone has, while the engine is frozen, has the same bytes and says that it is a repeat (D15)', async () => {
  const receipt = { transactionRef: randomUUID(), memberRef: 'm', amount: 100 };
  const first = await api.post('/transactions/evaluate', receipt);
  expect([first.status, first.headers.get('Idempotent-Replayed')]).toEqual([200, null]);
  // A caller repeats after a time-out, so later than the second by which clocks may differ.
  const dueAtMs = Date.now() + 1_500;
  await eventually('that time has passed', () => Date.now() > dueAtMs);
  const engine = readLocalStack().services['earn-engine']?.pid ?? NaN;
  process.kill(engine, 'SIGSTOP');
  const again = await api
    .post('/transactions/evaluate', receipt)
    .finally(() => process.kill(engine, 'SIGCONT'));
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(again.headers.get('Idempotency-Mismatch')).toBeNull();
  // It was read before the deadline, since its reply was overdue (D138).
  const metrics = await fetch(`http://127.0.0.1:${forgetful.adminPort.toString()}/metrics`);
  expect(await metrics.text()).toMatch(/^loyalty_overdue_replies_total(?:\{[^}]*\})? 1$/m);
});
