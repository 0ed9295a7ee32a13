import { randomUUID } from 'node:crypto';
import { rulesVersion } from '@loyalty/rules';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let neighbour: TestTenant;
let stored: StoredRows;
let campaignId: string;

const rule = { type: 'FIXED_POINTS', points: 10 };

beforeAll(async () => {
  [shop, neighbour] = await Promise.all([createTestTenant('Newer rules'), createTestTenant('Present rules')]);
  stored = openStoredRows();
  const [[id = '']] = await Promise.all([
    activateCampaigns(shop.live, [
      {
        name: 'Of the next release',
        earningRule: rule,
        redemptionRule: { pointsPerRand: 10 },
      },
    ]),
    activateCampaigns(neighbour.live, [{ name: 'Of this release', earningRule: rule }]),
  ]);
  campaignId = id;
});
afterAll(() => stored.close());

/** Stores what a build of the next release writes, which knows one version more of the rules. */
const setRule = async (earningRule: object, needs: number): Promise<void> => {
  const values = [campaignId, earningRule, needs];
  await stored.rowsOf('UPDATE campaigns SET earning_rule = $2, rules_version = $3 WHERE id = $1', values);
  await stored.rowsOf(
    `UPDATE environments SET config_version = config_version + 1
      WHERE id = (SELECT environment_id FROM campaigns WHERE id = $1)`,
    [campaignId],
  );
};

const receipt = (transactionRef: string = randomUUID()) => ({ transactionRef, memberRef: 'm', amount: 100 });

const order = () => ({ ...receipt(), pointsRequested: 10 });

const deadLetters = () =>
  stored.rowsOf(
    `SELECT d.* FROM dead_letters_by_environment d JOIN campaigns c USING (environment_id) WHERE c.id = $1`,
    [campaignId],
  );

test('▲ an older engine responds with 503 to rules that it does not know, and no request becomes a dead letter', async () => {
  const before = receipt();
  const first = await shop.live.post('/transactions/evaluate', before);
  expect(first.status).toBe(200);
  await setRule({ type: 'OF_THE_NEXT_RELEASE', share: 'half' }, rulesVersion + 1);
  const later = receipt();
  const refused = [
    await shop.live.post('/transactions/evaluate', later),
    await shop.live.post('/transactions/redeem', order()),
    await shop.live.post('/transactions/redeem-quote', order()),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array(3).fill([503, 'SERVICE_UNAVAILABLE']),
  );
  expect(refused.every(({ headers }) => headers.get('Retry-After') !== null)).toBe(true);
  // What was decided before is known, and the neighbour notices nothing.
  const again = await shop.live.post('/transactions/evaluate', before);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect((await neighbour.live.post('/transactions/evaluate', receipt())).status).toBe(200);
  expect(await deadLetters()).toEqual([]);
  await setRule(rule, 1);
  const decided = await shop.live.post('/transactions/evaluate', later);
  expect([decided.status, decided.body.pointsAwarded]).toEqual([200, 10]);
});
