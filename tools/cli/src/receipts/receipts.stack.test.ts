import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import type { TenantRecord } from '@loyalty/tables/tenants';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import type { Reject } from '../files/rejects-file.ts';
import { createKeyOnStack, documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { StreamReport } from './run-stream.ts';

let db: Database;
let folder: ReturnType<typeof createTemporaryFolder>;
let tenant: TenantRecord;
beforeAll(() => {
  const url = stackVariables()['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'cli-test', poolMax: 1, logger: silentLogger });
});
afterAll(() => db.close());
beforeEach(async () => {
  folder = createTemporaryFolder();
  tenant = await documentOf<TenantRecord>('tenants', 'create', `Test of receipts ${randomId()}`);
});
afterEach(() => {
  folder.remove();
});

const linesOf = (count: number, prefix = 'r'): string =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      transactionRef: `${prefix}-${index.toString()}`,
      memberRef: `m-${(index % 7).toString()}`,
      amount: 100 + index,
      occurredAt: '2026-01-02T03:04:05Z',
      products: [{ sku: 'A', quantity: 1, unitPrice: 100, categories: ['b'] }],
    }),
  ).join('\n');
const fileOf = (bytes: string | Buffer): string => {
  const path = join(folder.path, 'receipts.ndjson');
  writeFileSync(path, bytes);
  return path;
};
const stored = async (mode: 'live' | 'test'): Promise<string[]> => {
  const rows = await db.query<{ ref: string }>(
    `SELECT ref FROM transactions WHERE environment_id = $1 AND operation = 'evaluate' ORDER BY ref`,
    [tenant.environmentIds[mode]],
  );
  return rows.map(({ ref }) => ref);
};
const stream = (...line: readonly string[]): Promise<StreamReport> =>
  documentOf<StreamReport>('receipts', 'stream', ...line, '--tenant', tenant.id);

test('a gzipped file goes through Kafka, the command waits until it is stored, and nothing earns twice', async () => {
  const path = fileOf(gzipSync(linesOf(300)));
  const first = await stream(path);
  expect(first).toMatchObject({
    sent: 300,
    stored: 300,
    rejected: 0,
    rejectsFile: null,
    unfinished: null,
    nextLine: null,
  });
  expect(await stored('live')).toHaveLength(300);
  expect(await stream(path)).toMatchObject({ sent: 300, stored: 0, repeated: 300 });
  expect(await stored('live')).toHaveLength(300);
});

test('the same file over HTTP gets the stored responses', async () => {
  const path = fileOf(linesOf(40));
  const key = await createKeyOnStack(tenant.id, 'test');
  const flags = ['--mode', 'test', '--via', 'http', '--key', key, '--concurrency', '8'];
  expect(await stream(path, '--mode', 'test')).toMatchObject({ sent: 40, stored: 40 });
  expect(await stream(path, ...flags)).toMatchObject({
    via: 'http',
    sent: 40,
    stored: 0,
    repeated: 40,
    rejected: 0,
  });
  expect(await stored('test')).toHaveLength(40);
  expect(await stored('live')).toEqual([]);
});

test('malformed lines are shown and written with their numbers, and the rest is sent', async () => {
  const path = fileOf(`${linesOf(2)}\n{"transactionRef":"x"}\nnonsense\n${linesOf(1, 'last')}\n`);
  const { exitCode, out, err } = await loyaltyctl(['receipts', 'stream', path, '--tenant', tenant.id]);
  expect(exitCode).toBe(1);
  expect(out).toMatch(
    /^3 receipts sent to live of tenant .+, all decided after .+, 3 stored, .+, 2 rejected \(see .+\.rejects\.ndjson\)\.\n$/,
  );
  expect(err).toContain('line 3: /memberRef is required; /amount is required\nline 4: must be JSON');
  const rejects = readFileSync(`${path}.rejects.ndjson`, 'utf8').trimEnd().split('\n');
  expect(rejects.map((line) => JSON.parse(line) as Reject)).toMatchObject([
    { line: 3, text: '{"transactionRef":"x"}' },
    { line: 4, text: 'nonsense' },
  ]);
  expect(await stored('live')).toEqual(['last-0', 'r-0', 'r-1']);
});

test.each<[string, string | Buffer, RegExp]>([
  ['CSV', `ref,member,amount\n${'r-1,m-1,100\n'.repeat(30)}`, /seems to be CSV, separated by ,/],
  ['a JSON array of one line', `[${linesOf(2).replace('\n', ',')}]`, /seems to be a JSON array: .*jq -c/],
  ['UTF-16', Buffer.from(linesOf(30), 'utf16le'), /seems to be UTF-16LE: .*iconv/],
  ['a gzip within a gzip', gzipSync(gzipSync(linesOf(3))), /seems to be a gzip inside a gzip/],
  ['a page', `<html>\n${'<p>\n'.repeat(30)}`, /seems to be HTML/],
])('%s is no NDJSON, and the tool says so once', async (_what, content, sentence) => {
  const { exitCode, err } = await loyaltyctl(['receipts', 'stream', fileOf(content), '--tenant', tenant.id]);
  expect([exitCode, err]).toEqual([1, expect.stringMatching(sentence)]);
  expect(err.match(/seems to be/g)).toHaveLength(1);
  expect(await stored('live')).toEqual([]);
});

test('a gzip with a wrong checksum is sent up to there; the document says the line to go on with', async () => {
  const packed = gzipSync(`${linesOf(50)}\n`);
  packed.writeUInt8((packed.at(-8) ?? 0) ^ 1, packed.length - 8);
  const line = ['receipts', 'stream', fileOf(packed), '--tenant', tenant.id, '--json'];
  const { exitCode, out } = await loyaltyctl(line);
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    sent: 50,
    nextLine: 51,
    unfinished: expect.stringMatching(
      /its gzip has a wrong checksum.*continue with --from-line 51/,
    ) as string,
  });
  expect(await stored('live')).toHaveLength(50);
});

test('standard input is a source too, and --no-wait only sends', async () => {
  const input = [linesOf(5).slice(0, 100), linesOf(5).slice(100)];
  const line = ['receipts', 'stream', '-', '--tenant', tenant.id, '--no-wait', '--json'];
  const { exitCode, out } = await loyaltyctl(line, { input });
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ source: '-', sent: 5, stored: null, secondsToStore: null });
});

test('a missing tenant is reported before anything is sent', async () => {
  const { exitCode, err } = await loyaltyctl([
    'receipts',
    'stream',
    fileOf(linesOf(1)),
    '--tenant',
    randomId(),
  ]);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/There is no tenant/);
});

test('a key of another tenant sends nothing', async () => {
  const other = await documentOf<TenantRecord>('tenants', 'create', 'Another');
  const key = await createKeyOnStack(other.id, 'live');
  const line = [
    'receipts',
    'stream',
    fileOf(linesOf(3)),
    '--via',
    'http',
    '--key',
    key,
    '--tenant',
    tenant.id,
  ];
  const { exitCode, err } = await loyaltyctl(line);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/The API refused the receipts: 403 FORBIDDEN/);
});

test('Ctrl-C finishes running requests and says how to continue', async () => {
  const main = join(process.cwd(), 'tools/cli/bin/loyaltyctl.mjs');
  const child = spawn(process.execPath, [main, 'receipts', 'stream', '-', '--tenant', tenant.id], {
    env: { ...stackVariables() },
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  child.stdin.write(`${linesOf(3)}\n{"transactionRef":"half a li`);
  await eventually('three are stored', async () => (await stored('live')).length === 3);
  child.kill('SIGINT');
  const [exitCode] = (await once(child, 'close')) as [number];
  expect(exitCode).toBe(1);
  expect(await out).toMatch(/^3 receipts sent /);
  expect(await err).toMatch(
    /Stopping .*\nStopped before line 4\. Continue with --from-line 4, or run the command again/,
  );
});

test('a continued run begins at its line', async () => {
  const path = fileOf(`${linesOf(4)}\n`);
  expect(await stream(path, '--from-line', '3')).toMatchObject({ sent: 2 });
  expect(await stored('live')).toEqual(['r-2', 'r-3']);
});
