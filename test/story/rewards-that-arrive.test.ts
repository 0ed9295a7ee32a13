import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningSecret, verifyLoyaltySignature } from '@loyalty/egress';
import { eventually } from '@loyalty/testkit';
import type { Api } from '../support/api.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { giftCampaign } from '../support/rewards.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const patience = { everyMs: 50 };
const secret = 'a secret of the provider';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'codes-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const openShop = async (): Promise<TestTenant> => {
  const tenant = await createTestTenant('Rewards that arrive');
  await activateCampaigns(tenant.live, [giftCampaign]);
  return tenant;
};

const environmentOf = ({ tenantId }: TestTenant): readonly string[] => [
  '--tenant',
  tenantId,
  '--mode',
  'live',
];

const assign = (tenant: TestTenant, provider: string): Promise<unknown> =>
  loyaltyctlJson(
    ...['settings', 'set', 'rewardProviders', JSON.stringify({ byType: { GIFT_CARD: provider } })],
    ...environmentOf(tenant),
  );

/** The reward of a receipt. */
const giveReward = async (api: Api, memberRef: string): Promise<string> => {
  const answer = await api.post('/transactions/evaluate', {
    transactionRef: randomUUID(),
    memberRef,
    amount: 100,
  });
  const [rewardId = ''] = answer.body.campaigns.flatMap(({ rewardIds }) => rewardIds);
  return rewardId;
};

const untilState = async (api: Api, rewardId: string, state: string): Promise<void> => {
  await eventually(
    `${rewardId} is ${state}`,
    async () => (await api.get(`/rewards/${rewardId}`)).body.state === state,
    patience,
  );
};

const codeOf = async (api: Api, rewardId: string): Promise<string> => {
  await untilState(api, rewardId, 'ISSUED');
  return (await api.get(`/rewards/${rewardId}`)).body.value.code ?? '';
};

test('a reward gets a code of our own within a second, which tills find it by, and no fact tells', async () => {
  const beganMs = Date.now();
  const shop = await openShop();
  const delaysMs: number[] = [];
  const codes = new Set<string>();
  for (let n = 0; n < 20; n += 1) {
    const rewardId = await giveReward(shop.live, `own-${n.toString()}`);
    const answeredAtMs = Date.now();
    codes.add(await codeOf(shop.live, rewardId));
    delaysMs.push(Date.now() - answeredAtMs);
  }
  expect(codes.size).toBe(20);
  expect(delaysMs.toSorted((a, b) => a - b)[10]).toBeLessThan(1_000);
  const [code = ''] = codes;
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}-[A-HJKMNP-Z2-9]{6}-[A-HJKMNP-Z2-9]{6}$/);
  const found = await shop.live.get(`/rewards?code=${code.toLowerCase().replaceAll('-', '')}`);
  expect(found.body.rewards).toHaveLength(1);
  const facts = await readFacts(shop.tenantId, beganMs);
  expect(distinctFacts(facts, 'reward.issued')).toHaveLength(20);
  expect([...codes].some((one) => JSON.stringify(facts).includes(one))).toBe(false);
});

test('imported codes are given once each, and what is left over when the pool is empty is retried', async () => {
  const shop = await openShop();
  const file = join(folder, 'codes.txt');
  writeFileSync(file, 'FILM-1\nFILM-2\nFILM-3\n');
  await loyaltyctlJson('codes', 'import', file, '--pool', 'films', ...environmentOf(shop));
  await assign(shop, 'films');
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

/** A provider that answers as it is told, and remembers what it was asked. */
interface Provider {
  readonly server: Server;
  readonly asked: { readonly headers: IncomingMessage['headers']; readonly body: Buffer }[];
  answer: (response: ServerResponse, rewardId: string) => void;
}

const openProvider = async (shop: TestTenant, ...flags: readonly string[]): Promise<Provider> => {
  const asked: Provider['asked'] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      asked.push({ headers: request.headers, body });
      const { rewardId } = JSON.parse(body.toString()) as { readonly rewardId: string };
      provider.answer(response, rewardId);
    });
  });
  const provider: Provider = { server, asked, answer: giveCode };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port.toString()}/codes`;
  await loyaltyctlJson(
    'providers',
    'set',
    'acme',
    '--url',
    url,
    '--secret',
    secret,
    ...flags,
    ...environmentOf(shop),
  );
  await assign(shop, 'acme');
  return provider;
};

const giveCode = (response: ServerResponse, rewardId: string): void => {
  response.end(JSON.stringify({ code: `ACME-${rewardId}`, expiresAt: '2099-01-01T00:00:00Z' }));
};

const close = ({ server }: Provider): void => {
  server.closeAllConnections();
  server.close();
};

test('a provider is asked once, signed, and told nothing of the member', async () => {
  const shop = await openShop();
  const provider = await openProvider(shop);
  const rewardId = await giveReward(shop.live, 'secret-member');
  expect(await codeOf(shop.live, rewardId)).toBe(`ACME-${rewardId}`);
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }, ...more] = provider.asked;
  expect(more).toEqual([]);
  expect(headers['idempotency-key']).toBe(rewardId);
  const signature = String(headers['x-loyalty-signature']);
  expect(verifyLoyaltySignature(createSigningSecret(secret), body, signature)).toBe(true);
  expect(JSON.parse(body.toString())).toMatchObject({ rewardId, tenantId: shop.tenantId, mode: 'live' });
  expect(body.toString()).not.toContain('secret-member');
  close(provider);
});

test('a provider that fails is asked again with the same key; one that refuses or lies is not', async () => {
  const shop = await openShop();
  const provider = await openProvider(shop);
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
  close(provider);
});

test('▲ one that hangs keeps nobody else waiting, and one that gives a new code each time is not asked twice', async () => {
  const [slow, quick] = [await openShop(), await openShop()];
  const hanging = await openProvider(slow, '--not-idempotent');
  hanging.answer = () => undefined;
  const lost = await giveReward(slow.live, 'lost');
  const beside: string[] = [];
  for (let n = 0; n < 30; n += 1) beside.push(await giveReward(slow.live, `beside-${n.toString()}`));
  const provider = await openProvider(quick);
  const beganMs = Date.now();
  const rewardId = await giveReward(quick.live, 'quick');
  await codeOf(quick.live, rewardId);
  expect(Date.now() - beganMs).toBeLessThan(3_000);
  await untilState(slow.live, lost, 'FAILED');
  const { body } = await slow.live.get(`/rewards/${lost}`);
  expect(body.failureReason).toBe('PROVIDER_AMBIGUOUS');
  const keys = hanging.asked.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(keys.length);
  close(hanging);
  close(provider);
});
