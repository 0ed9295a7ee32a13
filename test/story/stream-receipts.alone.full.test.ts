import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { killPart, readLocalStack, startService } from '@loyalty/stack';
import { sizeOf } from '@loyalty/testkit/runs';
import { independentBalances, sampleReceipts, storyCampaigns } from '../support/independent-points.ts';
import { loyaltyctl, startLoyaltyctl } from '../support/loyaltyctl.ts';
import { activateCampaigns, balancesOf, createTestTenant, type TestTenant } from '../support/tenant.ts';

const receipts = sampleReceipts().slice(0, sizeOf(6_000, 20_000));
const expected = independentBalances(receipts);

let folder: string;
let sample: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  sample = join(folder, 'receipts.ndjson.gz');
  writeFileSync(sample, gzipSync(receipts.map((receipt) => JSON.stringify(receipt)).join('\n')));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const streamTo = ({ tenantId }: TestTenant) =>
  startLoyaltyctl(['receipts', 'stream', sample, '--tenant', tenantId, '--mode', 'live', '--json']);

const createShop = async (name: string): Promise<TestTenant> => {
  const shop = await createTestTenant(name);
  await activateCampaigns(shop.live, storyCampaigns);
  return shop;
};

test('I3 the sample streamed twice awards every receipt once, and the totals equal an independent calculation', async () => {
  const shop = await createShop('Streamed twice');
  for (const round of [1, 2]) {
    const { code, stdout } = await streamTo(shop).ended;
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as Record<string, number>;
    const { stored, repeated, rejected, storedPerSecond } = report;
    const isFirst = round === 1;
    expect({ stored, repeated, rejected }).toEqual({
      stored: isFirst ? receipts.length : 0,
      repeated: isFirst ? 0 : receipts.length,
      rejected: 0,
    });
    process.stdout.write(`round ${round.toString()}: ${String(storedPerSecond)} receipts/s\n`);
  }
  expect(await balancesOf(shop.live)).toEqual(expected);
});

/** One kill is enough while a developer waits. */
const killMore = async (): Promise<void> => {
  if (sizeOf(1, 3) > 1) await killPart('earn-engine');
};

test('I3 I5 I10 earn-engine is killed, and a second one joins and leaves: the totals are the same', async () => {
  const shop = await createShop('Streamed under kills');
  const stream = streamTo(shop);
  await killPart('earn-engine');
  const second = await startService({ name: 'earn-engine' });
  await killMore();
  await second.stop();
  await killMore();
  expect((await stream.ended).code).toBe(0);
  expect(await balancesOf(shop.live)).toEqual(expected);
});

test('an interrupted stream can be repeated without a second award', async () => {
  const shop = await createShop('Interrupted');
  const first = streamTo(shop);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  first.interrupt();
  await first.ended;
  expect((await streamTo(shop).ended).code).toBe(0);
  expect(await balancesOf(shop.live)).toEqual(expected);
});

test('malformed lines are reported with their numbers and kept, the others go through', async () => {
  const shop = await createShop('Malformed');
  const [good] = sampleReceipts();
  const lines = [JSON.stringify(good), '{"transactionRef":', JSON.stringify({ ...good, amount: '15' })];
  const rejects = `${readLocalStack().home}/story.rejects.ndjson`;
  const run = await startLoyaltyctl(
    ['receipts', 'stream', '-', '--tenant', shop.tenantId, '--mode', 'live', '--rejects', rejects],
    Buffer.from(lines.join('\n')),
  ).ended;
  expect(run.stderr).toMatch(/line 2\b/);
  expect(run.stderr).toMatch(/line 3\b/);
  expect((await balancesOf(shop.live)).size).toBe(1);
});

test('I1 I2 I4 I6 I9 the check finds nothing afterwards', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect(stdout).not.toContain('✗');
  expect(code).toBe(0);
});
