import type { Warning } from './ignored-fields.ts';
import { nearestName } from '../nearest-name.ts';
import { documentedOperations, type OperationId } from './operations.ts';
import { validatorFor } from './operation-validator.ts';

const warningsOf = (operationId: OperationId, body: unknown): readonly Warning[] | undefined => {
  const judged: ReturnType<ReturnType<typeof validatorFor<string>>['body']> = validatorFor<string>(
    operationId,
  ).body(structuredClone(body));
  if (!judged.ok) throw new Error(JSON.stringify(judged.errors));
  return judged.warnings;
};

const shortOf = (operationId: OperationId, body: unknown): readonly string[] =>
  (warningsOf(operationId, body) ?? []).map(({ code, pointer, near }) =>
    [code, pointer, near ?? 'nothing'].join(' '),
  );

const fixed = { type: 'FIXED_POINTS', points: 5 };
const trigger = { type: 'EVENT_TRIGGER', eventKey: 'fuel.bought', reward: { points: 1 } };
const campaign = (given: object) => ({ name: 'x', earningRule: fixed, ...given });
const ruled = (earningRule: object) => campaign({ earningRule });
const comparison = { field: 'txn_count_30d', op: 'gte', value: 5 };
const segment = { name: 'x', type: 'DYNAMIC', rules: { operator: 'AND', conditions: [comparison] } };
const tier = { name: 'x', minLifetimePoints: 5 };
const webhook = { url: 'https://a.example/', secret: 'a-secret-of-at-least-16', events: ['*'] };
const definition = { key: 'fuel.bought', name: 'x' };
const basket = { memberRef: 'm', amount: 5 };
const freeItem = { type: 'FREE_REWARD', rewardType: 'FREE_ITEM' };

describe('a field that nobody knows is named with its place and the nearest one (D124)', () => {
  it.each<[OperationId, object, string]>([
    ['createCampaign', campaign({ maxBudget: 5 }), '/maxBudget maxBudgetCents'],
    ['createCampaign', campaign({ minSpent: 5 }), '/minSpent minSpend'],
    ['createCampaign', campaign({ minspend: 5 }), '/minspend minSpend'],
    ['createCampaign', campaign({ max_budget_cents: 5 }), '/max_budget_cents maxBudgetCents'],
    ['createCampaign', campaign({ segments: [] }), '/segments nothing'],
    ['createCampaign', campaign({ enddate: null }), '/enddate endDate'],
    ['createCampaign', campaign({ targetSegmentId: 'x' }), '/targetSegmentId targetSegmentIds'],
    ['createCampaign', campaign({ storeId: 's' }), '/storeId storeIds'],
    ['createCampaign', campaign({ curency: 'JPY' }), '/curency currency'],
    ['createCampaign', ruled({ ...trigger, condition: {} }), '/earningRule/condition conditions'],
    ['createCampaign', ruled({ ...trigger, event_key: 'a' }), '/earningRule/event_key eventKey'],
    ['createCampaign', ruled({ ...fixed, percentage: 5 }), '/earningRule/percentage nothing'],
    ['createCampaign', ruled({ ...fixed, 'a/b~c': 5 }), '/earningRule/a~1b~0c nothing'],
    [
      'createCampaign',
      ruled({ ...fixed, pointsExpiry: { type: 'ROLLING', days: 30, periods: 2 } }),
      '/earningRule/pointsExpiry/periods nothing',
    ],
    ['createCampaign', ruled({ ...fixed, pointExpiry: {} }), '/earningRule/pointExpiry pointsExpiry'],
    [
      'createCampaign',
      ruled({ ...trigger, reward: { points: 1, validdays: 3 } }),
      '/earningRule/reward/validdays nothing',
    ],
    [
      'createCampaign',
      ruled({
        ...trigger,
        conditions: {
          operator: 'AND',
          conditions: [
            { field: 'litres', op: 'gte', value: 4 },
            { operator: 'OR', conditions: [{ field: 'a', op: 'in', value: ['b'] }], ops: 1 },
          ],
        },
      }),
      '/earningRule/conditions/conditions/1/ops nothing',
    ],
    [
      'createCampaign',
      ruled({
        type: 'SURPRISE_DELIGHT',
        rewardRules: [{ everyNth: 5, reward: { points: 1 }, scopes: 'STORE' }],
      }),
      '/earningRule/rewardRules/0/scopes scope',
    ],
    [
      'createCampaign',
      campaign({ redemptionRule: { pointsPerRand: 10, minPoints: 5 } }),
      '/redemptionRule/minPoints minPointsPerRedemption',
    ],
    ['updateCampaign', { maxBudget: 5 }, '/maxBudget maxBudgetCents'],
    ['updateCampaign', { redemptionRule: { pointsPerRand: 1, cap: 5 } }, '/redemptionRule/cap nothing'],
    ['createTier', { ...tier, minPoints: 5 }, '/minPoints nothing'],
    ['createTier', { ...tier, badgeURL: 'x' }, '/badgeURL badgeUrl'],
    [
      'createTier',
      { ...tier, benefits: [{ type: 'EARN_MULTIPLIER', multiplier: 2, multiplyer: 3 }] },
      '/benefits/0/multiplyer multiplier',
    ],
    [
      'createTier',
      { ...tier, benefits: [{ ...freeItem, value: { description: 'x', sku: 'y' } }] },
      '/benefits/0/value/sku skus',
    ],
    ['updateTier', { minLifetimePoint: 5 }, '/minLifetimePoint minLifetimePoints'],
    ['createSegment', { ...segment, rule: {} }, '/rule rules'],
    [
      'createSegment',
      { ...segment, rules: { operator: 'AND', conditions: [{ ...comparison, days: 3 }] } },
      '/rules/conditions/0/days nothing',
    ],
    ['updateSegment', { descripton: 'x' }, '/descripton description'],
    ['createWebhook', { ...webhook, event: [] }, '/event events'],
    ['updateWebhook', { state: 'ACTIVE' }, '/state status'],
    ['createEventDefinition', { ...definition, property: {} }, '/property properties'],
    ['createEventDefinition', { ...definition, lifecycle: 'SIGNUP' }, '/lifecycle lifecycleType'],
    ['updateEventDefinition', { identityproperties: 'x' }, '/identityproperties identityProperty'],
    ['updateEventDefinitionByKey', { key: 'a.b', propertys: {} }, '/propertys properties'],
    ['explainTransaction', { ...basket, campaigns: [] }, '/campaigns campaignIds'],
    [
      'explainTransaction',
      { ...basket, drafts: [{ campaign: campaign({ minSpent: 5 }) }] },
      '/drafts/0/campaign/minSpent minSpend',
    ],
  ])('%s %j', (operationId, body, expected) => {
    expect(shortOf(operationId, body)).toEqual([`UNKNOWN_FIELD ${expected}`]);
  });

  it('says what there is where nothing is near', () => {
    const expiry = { type: 'ROLLING', days: 30, periods: 2 };
    expect(warningsOf('createCampaign', ruled({ ...fixed, pointsExpiry: expiry }))).toEqual([
      {
        code: 'UNKNOWN_FIELD',
        message: 'This field is not known here and was ignored. The known fields are type, days.',
        pointer: '/earningRule/pointsExpiry/periods',
        near: null,
      },
    ]);
  });
});

it('null within a body is absent, so it is no ignored field; at the top it was meant to clear one', () => {
  const others = { lines: null, operator: null, conditions: null, note: null };
  const rules = { ...segment.rules, field: null, op: null, conditions: [{ ...comparison, ...others }] };
  expect(shortOf('createSegment', { ...segment, rules })).toEqual([]);
  expect(shortOf('createCampaign', ruled({ ...trigger, conditions: null, note: null }))).toEqual([]);
  expect(shortOf('updateCampaign', { enddate: null })).toEqual(['UNKNOWN_FIELD /enddate endDate']);
});

const values = {
  COUPON_VOUCHER: { description: 'x' },
  GIFT_CARD: { amount: 5 },
  DISCOUNT_VOUCHER: { discountType: 'FIXED', value: 5 },
  FREE_ITEM: { description: 'x' },
};

it.each(Object.entries(values))(
  'the code of a %s is said to be replaced, wherever the reward stands',
  (rewardType, value) => {
    const grant = { rewardType, value: { ...value, code: 'SAVE10' } };
    const rules: Readonly<Record<string, object>> = {
      '': { type: 'SIGNUP_BONUS', ...grant },
      '/reward': { ...trigger, reward: grant },
      '/rewardOnCompletion': { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion: grant },
    };
    for (const [place, rule] of Object.entries(rules)) {
      expect(shortOf('createCampaign', ruled(rule))).toEqual([
        `CODE_REPLACED /earningRule${place}/value/code nothing`,
      ]);
    }
    const benefits = [{ type: 'FREE_REWARD', ...grant }];
    expect(shortOf('createTier', { ...tier, benefits })).toEqual([
      'CODE_REPLACED /benefits/0/value/code nothing',
    ]);
  },
);

const warned = documentedOperations.filter(
  ({ operation: { operationId } }) =>
    (/^(create|update)/.test(operationId) && !/(Members?|Settings|ApiKey)$/.test(operationId)) ||
    operationId === 'explainTransaction',
);

it('▲ every POST and PATCH of what is configured has warnings, and explain, and no other body', () => {
  expect(warned.map(({ operation }) => operation.operationId).toSorted()).toEqual(
    [
      ...['Campaign', 'Tier', 'Segment', 'Webhook', 'EventDefinition'].flatMap((kind) => [
        `create${kind}`,
        `update${kind}`,
      ]),
      'updateEventDefinitionByKey',
      'explainTransaction',
    ].toSorted(),
  );
  expect(
    shortOf('evaluateTransaction', { transactionRef: 'r', memberRef: 'm', amount: 5, amout: 6 }),
  ).toEqual([]);
});

it('what is written as the document says has none, nor has the payload of an event definition', () => {
  for (const { operation, object } of warned) {
    const { examples = {} } = object.requestBody?.content['application/json'] ?? {};
    for (const { value } of Object.values(examples))
      expect([operation.operationId, shortOf(operation.operationId, value)]).toEqual([
        operation.operationId,
        [],
      ]);
  }
  const properties = { anything: { type: 'string', title: 'x' } };
  expect(shortOf('createEventDefinition', { ...definition, properties })).toEqual([]);
});

const record = { id: 'x', tenantId: 'x', createdAt: 'x', updatedAt: 'x', warnings: [] };

it.each<[OperationId, object]>([
  [
    'createCampaign',
    campaign({ ...record, state: 'DRAFT', pausedReason: null, spentCents: 0, activatedAt: null }),
  ],
  ['updateCampaign', campaign({ ...record, state: 'DRAFT', pausedReason: null })],
  ['createTier', { ...tier, ...record }],
  ['createSegment', { ...segment, ...record, memberCount: 3, lastRefreshedAt: null }],
  ['updateSegment', { ...segment, ...record, memberCount: 3, lastRefreshedAt: null }],
  [
    'createWebhook',
    {
      ...webhook,
      ...record,
      status: 'ACTIVE',
      disabledReason: null,
      disabledAt: null,
      consecutiveFailures: 0,
    },
  ],
  ['updateEventDefinition', { ...definition, ...record, version: 1 }],
])('%s: a record that was read and is sent back has none', (operationId, body) => {
  expect(shortOf(operationId, body)).toEqual([]);
});

it('what a record shows is known at the top alone', () => {
  expect(shortOf('createCampaign', ruled({ ...fixed, id: 'x' }))).toEqual([
    'UNKNOWN_FIELD /earningRule/id nothing',
  ]);
});

it('names of our own language are fields like others', () => {
  const body: unknown = JSON.parse(
    '{"name":"x","minLifetimePoints":1,"__proto__":{},"constructor":1,"toString":2}',
  );
  expect(shortOf('createTier', body)).toEqual([
    'UNKNOWN_FIELD /__proto__ nothing',
    'UNKNOWN_FIELD /constructor nothing',
    'UNKNOWN_FIELD /toString nothing',
  ]);
});

it('there are at most 20, and none is long', () => {
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [`${'é'.repeat(2_000)}${n.toString()}`, n]),
  );
  const found = warningsOf('createTier', { ...tier, ...many }) ?? [];
  expect(found).toHaveLength(20);
  expect(JSON.stringify(found).length).toBeLessThan(20 * 400);
});

it.each([
  ['condition', ['operator', 'conditions'], 'conditions'],
  ['min-spend', ['minSpend'], 'minSpend'],
  ['minSpent', ['minSpend', 'minSpent'], 'minSpent'],
  ['totally', ['different'], null],
  ['x', ['xylophone'], null],
  ['', ['a'], null],
  ['a', [], null],
])('%j among %j is nearest to %j', (name, known, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
});
