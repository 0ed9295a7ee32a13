import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningSecret, verifyLoyaltySignature } from '@loyalty/egress/signatures';
import { sizeOf } from '@loyalty/testkit/runs';
import { giveCode, openCodeProvider, providerSecret } from '../support/code-provider.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import {
  assignProvider,
  codeOf,
  environmentOf,
  giveReward,
  openRewardShop,
  untilState,
} from '../support/reward-shop.ts';
import type { TestTenant } from '../support/tenant.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'codes-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const openShop = (): Promise<TestTenant> => openRewardShop('Rewards that arrive');

test('each reward gets a code from our pool; tills find the reward by it, and no fact contains it', async () => {
  const beganMs = Date.now();
  const shop = await openShop();
  const rewards = sizeOf(5, 20);
  const codes = new Set<string>();
  for (let n = 0; n < rewards; n += 1)
    codes.add(await codeOf(shop.live, await giveReward(shop.live, `own-${n.toString()}`)));
  expect(codes.size).toBe(rewards);
  const [code = ''] = codes;
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}-[A-HJKMNP-Z2-9]{6}-[A-HJKMNP-Z2-9]{6}$/);
  const found = await shop.live.get(`/rewards?code=${code.toLowerCase().replaceAll('-', '')}`);
  expect(found.body.rewards).toHaveLength(1);
  const facts = await readFacts(shop.tenantId, beganMs);
  expect(distinctFacts(facts, 'reward.issued')).toHaveLength(rewards);
  expect([...codes].some((one) => JSON.stringify(facts).includes(one))).toBe(false);
});

test('imported codes are given once each, and rewards without a code in an empty pool are retried', async () => {
  const shop = await openShop();
  const file = join(folder, 'codes.txt');
  writeFileSync(file, 'FILM-1\nFILM-2\nFILM-3\n');
  await loyaltyctlJson('codes', 'import', file, '--pool', 'films', ...environmentOf(shop));
  await assignProvider(shop, 'films');
  const rewardIds: string[] = [];
  for (let n = 0; n < 4; n += 1) rewardIds.push(await giveReward(shop.live, `film-${n.toString()}`));
  const last = rewardIds.pop() ?? '';
  const codes = await Promise.all(rewardIds.map((rewardId) => codeOf(shop.live, rewardId)));
  expect(codes.toSorted()).toEqual(['FILM-1', 'FILM-2', 'FILM-3']);
  expect((await shop.live.get(`/rewards/${last}`)).body.state).toBe('PENDING_FULFILMENT');
  writeFileSync(file, 'FILM-3\nFILM-4\n');
  await loyaltyctlJson('codes', 'import', file, '--pool', 'films', ...environmentOf(shop));
  expect(await codeOf(shop.live, last)).toBe('FILM-4');
});

test('a provider gets one signed request per reward, without data of the member', async () => {
  const shop = await openShop();
  const provider = await openCodeProvider(shop);
  const rewardId = await giveReward(shop.live, 'secret-member');
  expect(await codeOf(shop.live, rewardId)).toBe(`ACME-${rewardId}`);
  const [asked, ...more] = provider.asked;
  expect(more).toEqual([]);
  const body = asked?.body ?? Buffer.alloc(0);
  expect(asked?.headers['idempotency-key']).toBe(rewardId);
  const signature = String(asked?.headers['x-loyalty-signature']);
  expect(verifyLoyaltySignature(createSigningSecret(providerSecret), body, signature)).toBe(true);
  expect(JSON.parse(body.toString())).toMatchObject({ rewardId, tenantId: shop.tenantId, mode: 'live' });
  expect(body.toString()).not.toContain('secret-member');
  await provider.close();
});

test('a request to a failing provider is retried with the same key; a refused or invalid one is not (D61)', async () => {
  const shop = await openShop();
  const provider = await openCodeProvider(shop);
  let failures = 1;
  provider.answer = (response, rewardId) => {
    failures -= 1;
    if (failures < 0) giveCode(response, rewardId);
    else response.writeHead(500).end();
  };
  const failed = await giveReward(shop.live, 'failed');
  expect(await codeOf(shop.live, failed)).toBe(`ACME-${failed}`);
  expect(provider.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([failed, failed]);
  provider.answer = (response) => {
    response.end(JSON.stringify({ code: `ACME-${failed}` }));
  };
  const lied = await giveReward(shop.live, 'lied');
  await untilState(shop.live, lied, 'FAILED');
  provider.answer = (response) => {
    response.writeHead(404).end();
  };
  const refused = await giveReward(shop.live, 'refused');
  await untilState(shop.live, refused, 'FAILED');
  const reasons = await Promise.all(
    [lied, refused].map(async (rewardId) => (await shop.live.get(`/rewards/${rewardId}`)).body.failureReason),
  );
  expect(reasons).toEqual(['PROVIDER_DUPLICATE_CODE', 'PROVIDER_REFUSED']);
  provider.answer = giveCode;
  expect((await shop.live.post(`/rewards/${refused}/retry`)).status).toBe(200);
  expect(await codeOf(shop.live, refused)).toBe(`ACME-${refused}`);
  await provider.close();
});

test('▲ a provider that hangs keeps no other waiting, and one that is not idempotent is requested once', async () => {
  const [slow, quick] = [await openShop(), await openShop()];
  const hanging = await openCodeProvider(slow, '--not-idempotent');
  hanging.answer = () => undefined;
  const provider = await openCodeProvider(quick);
  const lost = await giveReward(slow.live, 'lost');
  const beside: string[] = [];
  for (let n = 0; n < 30; n += 1) beside.push(await giveReward(slow.live, `beside-${n.toString()}`));
  await codeOf(quick.live, await giveReward(quick.live, 'quick'));
  // A reward queued behind all hanging requests waits until each of them times out.
  expect((await slow.live.get(`/rewards/${beside.at(-1) ?? ''}`)).body.state).toBe('PENDING_FULFILMENT');
  await untilState(slow.live, lost, 'FAILED');
  const { body } = await slow.live.get(`/rewards/${lost}`);
  expect(body.failureReason).toBe('PROVIDER_AMBIGUOUS');
  const keys = hanging.asked.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(keys.length);
  await hanging.close();
  await provider.close();
});
