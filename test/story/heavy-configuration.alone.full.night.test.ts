import { randomUUID } from 'node:crypto';
import { configurationLimits } from '@loyalty/tables/configuration';
import type { Api, ApiAnswer } from '../support/api.ts';
import { createBulk } from '../support/bulk.ts';
import { inParallel } from '../support/in-parallel.ts';
import {
  activateCampaigns,
  createTestTenant,
  fillTestEnvironment,
  liftWriteLimit,
  type TestTenant,
} from '../support/tenant.ts';

let heavy: TestTenant;
let till: Api;

beforeAll(async () => {
  heavy = await createTestTenant('Heavy');
  await liftWriteLimit(heavy);
  const other = await createTestTenant('Beside heavy');
  await activateCampaigns(other.live, [{ name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: 10 } }]);
  till = other.live;
});

/** Runs `work` while a till of another tenant sells one receipt after the other. Returns the till's responses. */
const besideATill = async (work: () => Promise<void>): Promise<readonly ApiAnswer[]> => {
  const responses: ApiAnswer[] = [];
  let isWorking = true;
  const sell = async (): Promise<void> => {
    do {
      const receipt = { transactionRef: randomUUID(), memberRef: 'regular', amount: 100 };
      responses.push(await till.post('/transactions/evaluate', receipt));
    } while (isWorking);
  };
  const worked = work().finally(() => {
    isWorking = false;
  });
  await Promise.all([worked, sell()]);
  return responses;
};

/** Builds a campaign that gives every receipt a reward whose value has this many bytes of JSON. */
const givingAlways = (bytes: number) => {
  const value = { description: '', skus: Array<string>(Math.floor(bytes / 260)).fill('s'.repeat(255)) };
  value.description = 'd'.repeat(Math.min(2_000, bytes - JSON.stringify(value).length));
  const rewardOnCompletion = { rewardType: 'FREE_ITEM', value };
  return { name: 'Always', earningRule: { type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion } };
};

const codesOf = (responses: readonly ApiAnswer[]): readonly unknown[] => [
  ...new Set(responses.map(({ status, body }) => [status, body.code].join(' '))),
];

/** Campaigns that give a reward of the largest value to every receipt. */
const rewarding = 6;

/** Creates the maximum of ACTIVE campaigns, and other entities up to the maximum of JSON. */
const configureAllThatIsAllowed = async (api: Api): Promise<void> => {
  const points = { earningRule: { type: 'FIXED_POINTS', points: 1 }, storeIds: ['elsewhere'] };
  const campaigns = Array.from({ length: configurationLimits.activeCampaigns }, (_, at) =>
    at < rewarding ? givingAlways(8_192) : { name: 'Elsewhere', ...points },
  );
  const made = await inParallel(campaigns, 4, (campaign) => api.post('/campaigns', campaign));
  const started = await inParallel(made, 4, ({ body }) => api.post(`/campaigns/${body.id}/activate`));
  expect([codesOf(made), codesOf(started)]).toEqual([['201 '], ['200 ']]);
  const skus = Array.from({ length: 950 }, (_, at) => String(at).padStart(255, 's'));
  const large = { name: 'Large', earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus } };
  let drafted: ApiAnswer;
  do drafted = await api.post('/campaigns', large);
  while (drafted.status === 201);
  expect(drafted.body).toMatchObject({ code: 'LIMIT_EXCEEDED', context: { of: 'campaignBytes' } });
};

test('▲ a tenant with the largest allowed configuration keeps no other tenant waiting', async () => {
  const sold = await besideATill(async () => {
    const refused = await inParallel([1, 2, 3, 4, 5, 6], 2, () =>
      heavy.test.post('/campaigns', givingAlways(240_000)),
    );
    expect(codesOf(refused)).toEqual(['400 VALIDATION_ERROR']);
    await configureAllThatIsAllowed(heavy.test);
    for (const kind of ['tiers', 'segments', 'eventDefinitions'] as const)
      await fillTestEnvironment(heavy, kind, configurationLimits[kind]);
    const items = Array.from({ length: 1_000 }, (_, at) => ({
      transactionRef: randomUUID(),
      memberRef: `m-${String(at % 100)}`,
      amount: 100,
    }));
    const answer = await createBulk(heavy.tenantId, heavy.keys.test)(items);
    expect(answer.status).toBe(200);
  });
  expect(codesOf(sold)).toEqual(['200 ']);
});

test('▲ a tenant who sends junk in bulk calls keeps no other tenant waiting', async () => {
  const junk = `[${'1,'.repeat(2_449_000)}1]`;
  const bodies = Array.from({ length: 20 }, () => {
    const item = JSON.stringify({ transactionRef: randomUUID(), memberRef: 'm', amount: 100 });
    return `{"items":[${item.slice(0, -1)},"junk":${junk}}]}`;
  });
  const responses: ApiAnswer[] = [];
  const sold = await besideATill(async () => {
    responses.push(
      ...(await inParallel(bodies, 4, (body) => heavy.live.post('/transactions/evaluate/bulk', body))),
    );
  });
  expect(codesOf(sold)).toEqual(['200 ']);
  expect(codesOf(responses)).toEqual(['200 ']);
});
