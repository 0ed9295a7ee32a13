import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomId } from '@loyalty/kernel';
import type { TenantRecord } from '@loyalty/tables/tenants';
import { createKeyOnStack, documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { ReturnsReport } from './returns.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let tenant: TenantRecord;
let key: string;
beforeAll(async () => {
  folder = createTemporaryFolder();
  tenant = await documentOf<TenantRecord>('tenants', 'create', `Test of returns ${randomId()}`);
  key = await createKeyOnStack(tenant.id, 'test');
});
afterAll(() => {
  folder.remove();
});

const fileOf = (name: string, lines: readonly object[]): string => {
  const path = join(folder.path, name);
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  return path;
};
/** Ignores standard error, where a slow machine shows progress. */
const stream = async (path: string): Promise<void> => {
  const { exitCode } = await loyaltyctl([
    'receipts',
    'stream',
    path,
    '--tenant',
    tenant.id,
    '--mode',
    'test',
  ]);
  expect(exitCode).toBe(0);
};
const common = (): string[] => ['--tenant', tenant.id, '--mode', 'test', '--key', key];

test('a file of returns is sent in bulk; what has no receipt is left, and sent again later (D180)', async () => {
  const receipts = Array.from({ length: 50 }, (_, n) => ({
    transactionRef: `receipt-${n.toString()}`,
    memberRef: `m-${(n % 5).toString()}`,
    amount: 10_000,
  }));
  await stream(fileOf('receipts.ndjson', receipts));
  const early = { transactionRef: 'not-yet', returnRef: 'early', whole: true };
  const path = fileOf('returns.ndjson', [
    ...receipts.map(({ transactionRef }) => ({
      transactionRef,
      returnRef: `r-${transactionRef}`,
      amount: 4_000,
    })),
    { transactionRef: 'receipt-1', returnRef: 'too-much', amount: 6_001 },
    early,
    { transactionRef: 'receipt-1', returnRef: 'silent' },
  ]);
  const first = await loyaltyctl(['--json', 'returns', 'send', path, ...common(), '--patience', '3s']);
  expect(first.exitCode).toBe(1);
  expect(JSON.parse(first.out) as ReturnsReport).toMatchObject({
    returned: 50,
    repeated: 0,
    refused: { RETURN_EXCEEDS_RECEIPT: 1 },
    left: { TRANSACTION_NOT_FOUND: 1 },
    rejected: 1,
    leftFile: `${path}.left.ndjson`,
  });
  expect(JSON.parse(readFileSync(`${path}.left.ndjson`, 'utf8'))).toEqual(early);
  expect(existsSync(`${path}.rejects.ndjson`)).toBe(true);
  // The receipt comes while the command repeats the return.
  const sending = loyaltyctl([
    '--json',
    'returns',
    'send',
    `${path}.left.ndjson`,
    ...common(),
    '--patience',
    '60s',
  ]);
  const late = fileOf('late.ndjson', [{ transactionRef: 'not-yet', memberRef: 'm-1', amount: 100 }]);
  await stream(late);
  const second = await sending;
  expect([second.exitCode, JSON.parse(second.out)]).toMatchObject([
    0,
    { returned: 1, left: {}, unfinished: null },
  ]);
});
