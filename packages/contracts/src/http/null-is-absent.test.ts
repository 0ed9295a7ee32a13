import { type JsonSchema, openapiDocument } from './openapi-document.ts';
import { validatorFor } from './operation-validator.ts';
import { documentedOperations } from './operations.ts';

const accepted = (operationId: string, body: unknown): unknown => {
  const judged = validatorFor(operationId).body(structuredClone(body));
  return judged.ok ? judged.value : judged.errors;
};

const receipt = { transactionRef: 'r-1', memberRef: 'm-1', amount: 15_000 };
const line = { sku: 'COFFEE', quantity: 1, unitPrice: 100 };
const redeem = { ...receipt, pointsRequested: 100 };
const stampCard = { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 1 } };
const coupon = { rewardType: 'COUPON_VOUCHER', value: { provider: 'p' } };
const consent = {
  memberRef: 'm-1',
  purpose: 'MARKETING',
  channels: ['EMAIL'],
  granted: true,
  source: 'form',
};
const percent = { type: 'SPEND_PERCENTAGE', percentage: 1 };
const id = '0198c0de-0000-7000-8000-000000000001';

const notOfNode = { field: null, op: null, value: null, lines: null, note: null };
const notOfLeaf = { operator: null, conditions: null, note: null };
const nodeOf = (leaf: object, others: object = {}) => ({
  operator: 'AND',
  conditions: [{ operator: 'OR', conditions: [leaf], ...others }],
  ...others,
});
const weekend = { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] };
const wine = { field: 'category', op: 'eq', value: 'wine' };
const litres = { field: 'litres', op: 'gte', value: 5 };
const visits = { field: 'txn_count_30d', op: 'gte', value: 5 };
const onFuel = { type: 'EVENT_TRIGGER', eventKey: 'fuel', reward: { points: 1 } };

/** What generated clients write: null for each member of the other kinds of a condition. */
const trees: readonly (readonly [withNull: object, without: object])[] = [
  [{ conditions: { ...weekend, ...notOfLeaf, lines: null } }, { conditions: weekend }],
  [
    { conditions: nodeOf({ ...weekend, ...notOfLeaf, lines: null }, notOfNode) },
    { conditions: nodeOf(weekend) },
  ],
  [
    {
      conditions: {
        lines: nodeOf({ ...wine, ...notOfLeaf }, notOfNode),
        ...notOfLeaf,
        field: null,
        op: null,
        value: null,
      },
    },
    { conditions: { lines: nodeOf(wine) } },
  ],
  [{ earnOn: { lines: { ...wine, ...notOfLeaf }, except: null, note: null } }, { earnOn: { lines: wine } }],
  [{ earnOn: { lines: null, except: nodeOf(wine, notOfNode) } }, { earnOn: { except: nodeOf(wine) } }],
];

/** D125: what is left after null is what would be there without it. */
const bodies: readonly (readonly [operationId: string, withNull: object, without: object])[] = [
  ['evaluateTransaction', { ...receipt, storeRef: null }, receipt],
  ['evaluateTransaction', { ...receipt, currency: null, occurredAt: null, products: null }, receipt],
  ['evaluateTransaction', { ...receipt, attributes: null }, receipt],
  [
    'evaluateTransaction',
    { ...receipt, products: [{ ...line, categories: null }] },
    { ...receipt, products: [line] },
  ],
  ['simulateTransaction', { memberRef: 'm', amount: 1, storeRef: null }, { memberRef: 'm', amount: 1 }],
  ['redeemPoints', { ...redeem, campaignId: null, storeRef: null, maxDiscountPercentOfBasket: null }, redeem],
  ['adjustPoints', { points: 1, reason: 'x', ref: null, expiresAt: null }, { points: 1, reason: 'x' }],
  ['suspendMember', { reason: null }, {}],
  ['redeemReward', { transactionRef: null, storeRef: null }, {}],
  ['recordConsent', { ...consent, memberId: null, policyVersion: null }, consent],
  ['recordConsent', { ...consent, grantedAt: null, evidence: null }, consent],
  ['updateWebhook', { url: null, secret: null, events: null, status: null }, {}],
  ['replayEvents', { since: '2026-03-01', until: null, only: null }, { since: '2026-03-01' }],
  [
    'createTier',
    { name: 'x', minLifetimePoints: 1, sortOrder: null, benefits: null },
    { name: 'x', minLifetimePoints: 1 },
  ],
  ['updateTier', { name: null, minLifetimePoints: null, grantFreeRewards: null }, {}],
  ['updateCampaign', { name: null, earningRule: null }, {}],
  [
    'createCampaign',
    { name: 'x', earningRule: { ...percent, pointsExpiry: null } },
    { name: 'x', earningRule: percent },
  ],
  [
    'createCampaign',
    { name: 'x', earningRule: { ...stampCard, triggerEventKey: null } },
    { name: 'x', earningRule: stampCard },
  ],
  [
    'createCampaign',
    {
      name: 'x',
      earningRule: {
        ...stampCard,
        rewardOnCompletion: { points: 1, rewardType: null, value: null, validDays: null },
      },
    },
    { name: 'x', earningRule: stampCard },
  ],
  [
    'createCampaign',
    {
      name: 'x',
      earningRule: { ...stampCard, rewardOnCompletion: { ...coupon, points: null, validDays: null } },
    },
    { name: 'x', earningRule: { ...stampCard, rewardOnCompletion: coupon } },
  ],
  ['updateSegment', { name: null }, {}],
  [
    'createSegment',
    {
      name: 'x',
      type: 'DYNAMIC',
      rules: {
        operator: 'AND',
        conditions: [{ field: 'tier_id', op: 'eq', value: null, operator: null, conditions: null }],
      },
    },
    {
      name: 'x',
      type: 'DYNAMIC',
      rules: { operator: 'AND', conditions: [{ field: 'tier_id', op: 'eq', value: null }] },
    },
  ],
  ...trees.flatMap(([withNull, without]): [string, object, object][] => [
    [
      'createCampaign',
      { name: 'x', earningRule: percent, ...withNull },
      { name: 'x', earningRule: percent, ...without },
    ],
    ['updateCampaign', withNull, without],
  ]),
  [
    'createCampaign',
    { name: 'x', earningRule: { ...onFuel, conditions: nodeOf({ ...litres, ...notOfLeaf }, notOfNode) } },
    { name: 'x', earningRule: { ...onFuel, conditions: nodeOf(litres) } },
  ],
  ['previewSegment', { rules: nodeOf({ ...visits, ...notOfLeaf }, notOfNode) }, { rules: nodeOf(visits) }],
  ['addSegmentMembers', { memberId: id, memberIds: null }, { memberId: id }],
  [
    'createEventDefinition',
    {
      key: 'a',
      name: 'A',
      identityProperty: null,
      properties: null,
      lifecycleType: null,
      referrerProperty: null,
    },
    { key: 'a', name: 'A' },
  ],
  ['updateEventDefinition', { name: null, state: null, lifecycleType: null }, {}],
  [
    'submitLifecycleEvent',
    {
      type: 'SIGNUP',
      ref: null,
      occurredAt: null,
      referrerRef: null,
      referrerMemberId: null,
      eventKey: null,
      payload: null,
    },
    { type: 'SIGNUP' },
  ],
];

describe('null is absent where a field is optional', () => {
  it.each(bodies)('%s %j', (operationId, withNull, without) => {
    expect(accepted(operationId, withNull)).toEqual(without);
  });

  it('in every body: with null in place of each optional member its examples are what they are without', () => {
    let judged = 0;
    for (const { operation, object } of documentedOperations) {
      const content = object.requestBody?.content['application/json'];
      if (content === undefined || operation.isJudgedByItem) continue;
      const name = String(content.schema['$ref']).replace('#/components/schemas/', '');
      const absent = openapiDocument.components.schemas[name]?.['x-null-is-absent'] as
        readonly string[] | undefined;
      for (const { value } of Object.values(content.examples ?? {})) {
        for (const member of absent ?? []) {
          const without = Object.fromEntries(
            Object.entries(value as object).filter(([each]) => each !== member),
          );
          expect([
            operation.operationId,
            member,
            accepted(operation.operationId, { ...without, [member]: null }),
          ]).toEqual([operation.operationId, member, accepted(operation.operationId, without)]);
          judged += 1;
        }
      }
    }
    expect(judged).toBeGreaterThan(100);
  });
});

it('only null is as absent: another unknown member of a tree stays, and is refused by the rules', () => {
  const conditions = { ...weekend, note: 5 };
  expect(accepted('updateCampaign', { conditions })).toEqual({ conditions });
});

describe('null stays what it is', () => {
  it('where it clears', () => {
    const cleared = { description: null, endDate: null, minSpend: null, currency: null };
    expect(accepted('updateCampaign', cleared)).toEqual(cleared);
    expect(accepted('updateMember', { name: null, email: null, phone: null })).toEqual({
      name: null,
      email: null,
      phone: null,
    });
    expect(accepted('updateTier', { badgeUrl: null })).toEqual({ badgeUrl: null });
  });

  it('where a field is required', () => {
    for (const name of ['transactionRef', 'memberRef', 'amount'])
      expect(accepted('evaluateTransaction', { ...receipt, [name]: null })).toMatchObject([
        { pointer: `/${name}` },
      ]);
    expect(
      accepted('evaluateTransaction', { ...receipt, products: [{ ...line, quantity: null }] }),
    ).toMatchObject([{ pointer: '/products/0/quantity' }]);
    expect(accepted('createCampaign', { name: null, earningRule: percent })).toMatchObject([
      { pointer: '/name' },
    ]);
  });

  it('in what is the caller’s own: payloads, their schemas, evidence', () => {
    const event = { eventKey: 'a', ref: 'r', payload: { customerId: 'm', note: null } };
    expect(accepted('submitEvent', event)).toEqual(event);
    expect(accepted('recordConsent', { ...consent, evidence: { form: null } })).toEqual({
      ...consent,
      evidence: { form: null },
    });
  });

  it('and an object counts as without what it has as null', () => {
    expect(accepted('addSegmentMembers', { memberId: null, memberIds: null })).toEqual([
      { pointer: '', message: 'needs memberId or memberIds' },
    ]);
  });
});

describe('the served document', () => {
  const typesOf = (schema: JsonSchema | undefined): readonly unknown[] =>
    [
      schema?.['type'] ?? schema?.['x-types'],
      ...((schema?.['oneOf'] ?? []) as readonly JsonSchema[]).map(({ type }) => type),
    ].flat();

  it('says null at each optional member of what only requests have', () => {
    const { EvaluateBody, RedeemBody, ConsentBody } = openapiDocument.components.schemas;
    for (const schema of [EvaluateBody, RedeemBody, ConsentBody]) {
      const properties = schema?.['properties'] as Readonly<Record<string, JsonSchema>>;
      const required = schema?.['required'] as readonly string[];
      const nullable = Object.keys(properties).filter((name) => typesOf(properties[name]).includes('null'));
      expect(nullable).toEqual(Object.keys(properties).filter((name) => !required.includes(name)));
    }
  });

  it('says of evidence in words that it is a text or an object, because generators know no value of two types', () => {
    const { evidence: shown } = openapiDocument.components.schemas['ConsentBody']?.['properties'] as Record<
      string,
      JsonSchema
    >;
    expect(shown).toMatchObject({ 'x-types': ['object', 'string', 'null'] });
    expect(shown).not.toHaveProperty('type');
    for (const evidence of [5, true, ['a'], 1.5]) {
      expect(accepted('recordConsent', { ...consent, evidence })).toEqual([
        { pointer: '/evidence', message: 'must be a string of at most 2000 characters, or an object' },
      ]);
    }
    for (const evidence of ['ticked', { tick: true }])
      expect(accepted('recordConsent', { ...consent, evidence })).toEqual({ ...consent, evidence });
  });
});
