import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCodeProvider } from '../support/code-provider.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { assignProvider, codeOf, environmentOf, giveReward, openRewardShop } from '../support/reward-shop.ts';
import type { Token } from '../support/search/forms-of.ts';
import { markNow, type Mark } from '../support/search/mark.ts';
import { searchDatabase } from '../support/search/search-database.ts';
import { searchLogs } from '../support/search/search-files.ts';
import { searchRedis } from '../support/search/search-redis.ts';
import { searchTopics } from '../support/search/search-topics.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import type { TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let stored: StoredRows;
let folder: string;
let mark: Mark;
const perProvider = 5;
const tokens: Token[] = [];

beforeAll(async () => {
  shop = await openRewardShop('Codes by bytes');
  stored = openStoredRows();
  mark = await markNow(stored);
  folder = mkdtempSync(join(tmpdir(), 'codes-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stored.close();
});

/** Gives rewards, and records their codes as shown and as a till may type them. */
const giveRewards = async (what: string): Promise<void> => {
  for (let n = 0; n < perProvider; n += 1) {
    const code = await codeOf(shop.live, await giveReward(shop.live, `${what}-${n.toString()}`));
    for (const text of [code, code.replaceAll('-', '')]) tokens.push({ what, text, core: text });
  }
};

const importPool = async (): Promise<void> => {
  const path = join(folder, 'codes.txt');
  const codes = Array.from({ length: perProvider }, () => `pool-${randomUUID()}\n`);
  writeFileSync(path, codes.join(''));
  await loyaltyctlJson('codes', 'import', path, '--pool', 'films', ...environmentOf(shop));
  await assignProvider(shop, 'films');
};

test('control: the database has the code of every provider, and tills find and redeem by it', async () => {
  await giveRewards('generator');
  await importPool();
  await giveRewards('pool');
  const provider = await openCodeProvider(shop);
  await giveRewards('HTTP provider');
  await provider.close();
  for (const { text } of tokens) {
    const found = await shop.live.get(`/rewards?code=${encodeURIComponent(text)}`);
    expect(found.status).toBe(200);
    for (const { id } of found.body.rewards) await shop.live.post(`/rewards/${id}/redeem`);
  }
  const found = await searchDatabase(stored, tokens, mark);
  for (const what of ['generator', 'pool', 'HTTP provider']) {
    const tables = found.filter(([, token]) => token === what).map(([table]) => table);
    expect(tables).toEqual(expect.arrayContaining(['rewards', 'reward_codes']));
  }
});

test('▲ no code that was issued is in a log, a topic, a header or Redis', async () => {
  expect(searchLogs(tokens, mark.logs)).toEqual([]);
  const { bytes, findings } = await searchRedis(tokens);
  expect([bytes > 0, findings]).toEqual([true, []]);
  expect(await searchTopics(tokens, mark.atMs)).toEqual({ inNames: [], inValues: [] });
});
