import type { OperationId } from '@loyalty/contracts/http';
import { configurationLimits } from '@loyalty/tables/configuration';
import type { FillableKind } from '@loyalty/testkit/database';
import { type Asked, askFor } from '../support/ask.ts';
import type { Received } from '../support/contract.ts';
import { createTestTenant, fillTestEnvironment, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

const ask = (operationId: OperationId, asked: Asked = {}): Promise<Received> =>
  askFor(tenant, operationId, asked);

const idOf = async (operationId: OperationId, body: object): Promise<string> =>
  (JSON.parse((await ask(operationId, { body })).text) as { id: string }).id;

const earningRule = { type: 'FIXED_POINTS', points: 1 };
const campaign = { name: 'One more', earningRule };
const definition = (key: string) => ({ key, name: 'One more' });

interface Passing {
  readonly operationId: OperationId;
  readonly of: FillableKind;
  /** Creates what the call needs. Returns its request. */
  readonly prepare: () => Promise<Asked>;
}

const campaignIn = async (...steps: readonly OperationId[]): Promise<Asked> => {
  const ids = { campaignId: await idOf('createCampaign', campaign) };
  for (const step of steps) await ask(step, { ids });
  return { ids };
};

const archived = async (key: string): Promise<void> => {
  await ask('createEventDefinition', { body: definition(key) });
  await ask('updateEventDefinition', { ids: { eventKey: key }, body: { state: 'ARCHIVED' } });
};

const table: readonly Passing[] = [
  { operationId: 'createCampaign', of: 'campaigns', prepare: () => Promise.resolve({ body: campaign }) },
  { operationId: 'activateCampaign', of: 'activeCampaigns', prepare: () => campaignIn() },
  {
    operationId: 'resumeCampaign',
    of: 'activeCampaigns',
    prepare: () => campaignIn('activateCampaign', 'pauseCampaign'),
  },
  {
    operationId: 'createTier',
    of: 'tiers',
    prepare: () => Promise.resolve({ body: { name: 'One more', minLifetimePoints: 0 } }),
  },
  {
    operationId: 'createSegment',
    of: 'segments',
    prepare: () => Promise.resolve({ body: { name: 'One more', type: 'STATIC' } }),
  },
  {
    operationId: 'createEventDefinition',
    of: 'eventDefinitions',
    prepare: () => Promise.resolve({ body: definition('one.more') }),
  },
  {
    operationId: 'updateEventDefinition',
    of: 'eventDefinitions',
    prepare: async () => {
      await archived('an.old.one');
      return { ids: { eventKey: 'an.old.one' }, body: { state: 'ACTIVE' } };
    },
  },
  {
    operationId: 'updateEventDefinitionByKey',
    of: 'eventDefinitions',
    prepare: async () => {
      await archived('another.old.one');
      return { body: { key: 'another.old.one', state: 'ACTIVE' } };
    },
  },
  {
    operationId: 'createWebhook',
    of: 'webhooks',
    prepare: () =>
      Promise.resolve({
        body: { url: 'https://shop.example', secret: 'sixteen characters', events: ['*'] },
      }),
  },
];

describe('beyond a limit', () => {
  const prepared = new Map<OperationId, Asked>();

  beforeAll(async () => {
    tenant = await createTestTenant('Full of configuration');
    for (const { operationId, prepare } of table) prepared.set(operationId, await prepare());
    for (const kind of new Set(table.map(({ of }) => of))) {
      await fillTestEnvironment(tenant, kind, configurationLimits[kind]);
    }
  });

  test.each(table)(
    '$operationId is answered 409 with the limit of $of (D74)',
    async ({ operationId, of }) => {
      const { status, text } = await ask(operationId, prepared.get(operationId));
      expect([status, JSON.parse(text)]).toMatchObject([
        409,
        {
          type: 'https://errors.loyalty.dev/limit-exceeded',
          code: 'LIMIT_EXCEEDED',
          context: { limit: configurationLimits[of], of },
        },
      ]);
    },
  );
});

describe('bytes', () => {
  beforeAll(async () => {
    tenant = await createTestTenant('Large configuration');
  });

  test('campaigns take 8 MiB of JSON in all, however few they are (D74)', async () => {
    const skus = Array.from({ length: 950 }, (_, at) => String(at).padStart(255, 's'));
    const heavy = { name: 'Heavy', earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus } };
    const heavyBytes = JSON.stringify(heavy.earningRule).length;
    const { campaignBytes: limit } = configurationLimits;
    const responses: Received[] = [];
    do responses.push(await ask('createCampaign', { body: heavy }));
    while (responses.at(-1)?.status === 201);
    expect(responses).toHaveLength(Math.floor(limit / heavyBytes) + 1);
    const light = { campaignId: await idOf('createCampaign', campaign) };
    const grown = await ask('updateCampaign', { ids: light, body: { storeIds: skus } });
    for (const { status, text } of [...responses.slice(-1), grown]) {
      expect([status, JSON.parse(text)]).toMatchObject([
        409,
        { code: 'LIMIT_EXCEEDED', context: { limit, of: 'campaignBytes' } },
      ]);
    }
    const { id: heavyId } = JSON.parse(responses[0]?.text ?? '') as { id: string };
    expect((await ask('archiveCampaign', { ids: { campaignId: heavyId } })).status).toBe(200);
    expect((await ask('updateCampaign', { ids: light, body: { storeIds: skus } })).status).toBe(200);
  });

  test('a reward of 240 KB is answered 400 at its value, in a campaign and in a tier (D74)', async () => {
    const value = { description: 'Everything', skus: Array<string>(940).fill('s'.repeat(255)) };
    const reward = { rewardType: 'FREE_ITEM', value };
    const rule = { type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion: reward };
    const refusals = [
      await ask('createCampaign', { body: { name: 'Large', earningRule: rule } }),
      await ask('createTier', {
        body: { name: 'Large', minLifetimePoints: 0, benefits: [{ type: 'FREE_REWARD', ...reward }] },
      }),
    ];
    const message = 'must be at most 8192 bytes of JSON';
    expect(refusals.map(({ status, text }) => [status, JSON.parse(text) as unknown])).toMatchObject([
      [400, { context: { errors: [{ pointer: '/earningRule/rewardOnCompletion/value', message }] } }],
      [400, { context: { errors: [{ pointer: '/benefits/0/value', message }] } }],
    ]);
  });

  test('what does not fire is explained for 100 campaigns, and the answer says that there are more (D74)', async () => {
    await fillTestEnvironment(tenant, 'campaigns', 101);
    const receipt = { transactionRef: crypto.randomUUID(), memberRef: 'm', amount: 100 };
    const { text } = await ask('evaluateTransaction', { body: receipt });
    const { _debug } = JSON.parse(text) as { _debug: { campaignChecks: unknown[] } };
    expect(_debug).toMatchObject({ activeCampaigns: 0, truncated: true });
    expect(_debug.campaignChecks).toHaveLength(100);
  });
});

describe('rules of segments', () => {
  beforeAll(async () => {
    tenant = await createTestTenant('Full of rules');
  });

  /** Builds a DYNAMIC segment with this number of comparisons. */
  const ruled = (comparisons: number) => ({
    name: 'Ruled',
    type: 'DYNAMIC',
    rules: {
      operator: 'OR',
      conditions: Array.from({ length: comparisons }, (_, value) => ({
        field: 'points_balance',
        op: 'eq',
        value,
      })),
    },
  });

  const refusedBy = (of: 'segmentComparisons' | 'dynamicSegments') => [
    409,
    { code: 'LIMIT_EXCEEDED', context: { limit: configurationLimits[of], of } },
  ];

  const refusal = ({ status, text }: Received) => [status, JSON.parse(text) as unknown];

  test('▲ have 1,000 comparisons in all, by creation and by change (D105)', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 20; made += 1) ids.push(await idOf('createSegment', ruled(50)));
    const beyond = await ask('createSegment', { body: ruled(1) });
    expect(refusal(beyond)).toMatchObject(refusedBy('segmentComparisons'));
    const change = async (comparisons: number): Promise<Received> =>
      ask('updateSegment', {
        ids: { segmentId: ids[0] ?? '' },
        body: { rules: ruled(comparisons).rules },
      });
    expect((await change(49)).status).toBe(200);
    await idOf('createSegment', ruled(1));
    expect(refusal(await change(50))).toMatchObject(refusedBy('segmentComparisons'));
    for (const segmentId of ids) await ask('deleteSegment', { ids: { segmentId } });
  });

  test('are those of 100 segments; beside them there may be STATIC ones (D105)', async () => {
    const responses: Received[] = [];
    do responses.push(await ask('createSegment', { body: ruled(1) }));
    while (responses.at(-1)?.status === 201);
    // One segment is left from the test above.
    expect(responses).toHaveLength(configurationLimits.dynamicSegments);
    expect(responses.slice(-1).map(refusal)).toMatchObject([refusedBy('dynamicSegments')]);
    expect((await ask('createSegment', { body: { name: 'By hand', type: 'STATIC' } })).status).toBe(201);
  });
});
