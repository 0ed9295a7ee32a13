import type { Credential, LiveRequest } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createLiveRequestWriter } from './live-request-writer.ts';

const credentialOf = (environmentId: number): Credential => ({
  kind: 'key',
  id: 'k',
  tenantId: 't' as never,
  environmentId: environmentId as EnvironmentId,
  mode: 'live',
  permissions: new Set(),
  rateLimitPerMinute: 60,
  subject: '0198c0de-7a11-7b2c-8a17-93d1e6f0a108',
});

const request: LiveRequest = {
  requestId: 'r-1',
  method: 'POST',
  route: '/tenants/{tenantId}/transactions/evaluate',
  status: 200,
  code: null,
  durationMs: 3,
  isAbandoned: false,
};

const start = ({ fails = false } = {}) => {
  const statements: (readonly unknown[])[] = [];
  const time = { ms: 0 };
  const db: Queryable = {
    query: (_, values = []) => {
      statements.push(values);
      return fails ? Promise.reject(new Error('away')) : Promise.resolve([]);
    },
  };
  const metrics = createMetrics({ service: 'test' });
  const writer = createLiveRequestWriter({
    db,
    loadSecret: () => Promise.resolve(Buffer.alloc(32)),
    clock: { now: () => 1_000_000 + time.ms },
    logger: silentLogger,
    metrics,
    steadyMs: () => time.ms,
  });
  const send = (environmentId: number, times: number, over: Partial<LiveRequest> = {}): void => {
    const credential = credentialOf(environmentId);
    for (let at = 0; at < times; at += 1) writer.onLiveRequest(credential, { ...request, ...over });
  };
  /** Writes what waits, and returns the values of each row by column, from the statements of this round. */
  const write = async () => {
    statements.length = 0;
    await writer.part.stop?.();
    const [values] = statements;
    const columns = ['environment', 'at', 'id', 'key', 'requestId', 'requestKey', 'method', 'route'];
    const rest = ['status', 'code', 'ms', 'isAbandoned', 'leftOut'];
    const of = (name: string): readonly unknown[] =>
      (values?.[[...columns, ...rest].indexOf(name)] as readonly unknown[] | undefined) ?? [];
    return {
      statements: statements.length,
      environments: of('environment'),
      statuses: of('status'),
      leftOut: of('leftOut'),
    };
  };
  return { send, write, time, metrics };
};

const sum = (values: readonly unknown[]): number => values.reduce<number>((all, one) => all + Number(one), 0);

test('requests of all environments are written with one statement, and nothing is written without a request (D372)', async () => {
  const { send, write } = start();
  expect((await write()).statements).toBe(0);
  send(1, 3);
  send(2, 1, { status: 403, code: 'MEMBER_SUSPENDED' });
  const written = await write();
  expect(written.statements).toBe(1);
  expect(written.environments).toEqual([1, 1, 1, 2]);
  expect(written.statuses).toEqual([200, 200, 200, 403]);
  expect(sum(written.leftOut)).toBe(0);
});

test('▲ of an environment that floods, 300 requests and 300 refusals are kept, then a few a minute, and each is counted (D118, D372)', async () => {
  const { send, write, time } = start();
  send(1, 100_000);
  send(1, 400, { status: 429 });
  send(2, 5);
  const first = await write();
  expect(first.environments.filter((one) => one === 1)).toHaveLength(600);
  expect(first.environments.filter((one) => one === 2)).toHaveLength(5);
  expect(first.statuses.filter((status) => status === 429)).toHaveLength(300);
  expect(sum(first.leftOut)).toBe(99_700 + 100);
  time.ms += 60_000;
  send(1, 1_000);
  send(1, 1_000, { status: 503 });
  const second = await write();
  expect([second.statuses.filter((status) => status === 200).length, second.statuses.length]).toEqual([
    10, 30,
  ]);
  expect(sum(second.leftOut)).toBe(2_000 - 30);
  time.ms += 3_600_000;
  send(1, 1_000);
  expect((await write()).statuses).toHaveLength(300);
});

test('the environments of a full queue have equal parts of it', async () => {
  const { send, write } = start();
  for (let environment = 1; environment <= 20; environment += 1) {
    send(environment, 300);
    send(environment, 300, { status: 400 });
  }
  const { environments, leftOut } = await write();
  expect(environments).toHaveLength(2_000);
  for (let environment = 1; environment <= 20; environment += 1)
    expect(environments.filter((one) => one === environment).length).toBeGreaterThanOrEqual(99);
  expect(sum(leftOut)).toBe(20 * 600 - 2_000);
});

test('requests that the database does not accept are dropped and counted', async () => {
  const { send, write, metrics } = start({ fails: true });
  send(1, 7);
  await write();
  expect((await write()).statements).toBe(0);
  const { body } = await metrics.render();
  expect(body).toMatch(/^loyalty_live_requests_total\{.*outcome="failed".*\} 7$/m);
});
