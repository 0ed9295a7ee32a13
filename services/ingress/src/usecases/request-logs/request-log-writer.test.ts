import type { TestKeyRequest } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createRequestLogWriter } from './request-log-writer.ts';

/** A statement of the writer, with the environment of each row that it inserts. */
interface Said {
  readonly name: string;
  readonly rows: readonly EnvironmentId[];
}

const requestOf = (environmentId: number): TestKeyRequest => ({
  credential: {
    kind: 'key',
    id: 'k',
    tenantId: 't' as never,
    environmentId: environmentId as EnvironmentId,
    mode: 'test',
    permissions: new Set(),
    rateLimitPerMinute: 60,
    subject: 'k',
  },
  requestId: 'r',
  method: 'POST',
  path: '/a',
  status: 200,
  durationMs: 3,
  code: null,
  showsBodies: true,
  requestBody: Buffer.from('{"memberRef":"card-1"}'),
  responseBody: Buffer.alloc(10_000, '1'),
  warnings: [],
});

const open = (fails: (name: string, rows: readonly EnvironmentId[]) => boolean = () => false) => {
  const said: Said[] = [];
  let largestBytes = 0;
  const query = ({ name }: { name: string }, values: readonly unknown[]): Promise<unknown[]> => {
    const rows = name === 'request-logs-insert' ? (values[0] as EnvironmentId[]) : [];
    if (fails(name, rows)) return Promise.reject(new Error('the database is unavailable'));
    said.push({ name, rows });
    for (const value of values)
      if (Buffer.isBuffer(value)) largestBytes = Math.max(largestBytes, value.length);
    return Promise.resolve(rows);
  };
  const metrics = createMetrics({ service: 'test' });
  const writer = createRequestLogWriter({
    db: { query } as unknown as Queryable,
    loadSecret: () => Promise.resolve(Buffer.alloc(32)),
    clock: { now: () => 1_000_000 },
    logger: silentLogger,
    metrics,
  });
  const outcomes = async (): Promise<Record<string, number>> => {
    const { body } = await metrics.render();
    const found = body.matchAll(/^loyalty_request_logs_total\{.*outcome="(\w+)".*\} (\d+)$/gm);
    return Object.fromEntries(Array.from(found, ([, outcome = '', count]) => [outcome, Number(count)]));
  };
  const inserted = () => said.filter(({ name }) => name === 'request-logs-insert').map(({ rows }) => rows);
  return { writer, said, inserted, outcomes, largestBytes: () => largestBytes };
};

test('▲ without requests of test keys there is no statement, however long the process runs', async () => {
  const { writer, said } = open();
  await writer.part.start?.();
  await writer.part.stop?.();
  expect(said).toEqual([]);
});

test('▲ what waits is written when the process stops', async () => {
  const { writer, inserted, outcomes } = open();
  await writer.part.start?.();
  writer.onTestRequest(requestOf(8));
  writer.onTestRequest(requestOf(9));
  await writer.part.stop?.();
  expect(inserted()).toEqual([[8], [9]]);
  expect(await outcomes()).toEqual({ stored: 2, erased: 0, dropped: 0, failed: 0 });
});

test('▲ of a million requests at once a hundred are stored, the others counted; another environment loses none (D118)', async () => {
  const { writer, inserted, outcomes, largestBytes } = open();
  const [flooding, quiet] = [requestOf(8), requestOf(9)];
  for (let at = 0; at < 100_000; at += 1) writer.onTestRequest(flooding);
  for (let at = 0; at < 60; at += 1) writer.onTestRequest(quiet);
  await writer.part.stop?.();
  expect(inserted().map((rows) => [rows[0], rows.length])).toEqual([
    [8, 100],
    [9, 60],
  ]);
  expect(await outcomes()).toMatchObject({ stored: 160, dropped: 99_900 });
  expect(largestBytes()).toBeLessThan(700_000);
});

test('what the database does not take is counted and not tried again; others are stored', async () => {
  const { writer, inserted, outcomes } = open((_, rows) => rows.includes(8 as EnvironmentId));
  writer.onTestRequest(requestOf(8));
  writer.onTestRequest(requestOf(9));
  await writer.part.stop?.();
  expect(inserted()).toEqual([[9]]);
  expect(await outcomes()).toEqual({ stored: 1, erased: 0, dropped: 0, failed: 1 });
});

test('▲ an environment is purged at its first write, and again after a thousand more', async () => {
  const { writer, said } = open();
  for (let round = 0; round < 23; round += 1) {
    for (let at = 0; at < 100; at += 1) writer.onTestRequest(requestOf(8));
    await writer.part.stop?.();
  }
  const purges = said.flatMap(({ name }, at) => (name === 'request-logs-purge' ? [at] : []));
  expect(purges).toEqual([0, 11, 22]);
});
