import { randomUUID } from 'node:crypto';
import type { Warning } from '@loyalty/contracts/http';
import { contractCalls } from '../support/contract-calls.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;

beforeAll(async () => {
  tenant = await createTestTenant('Conditions');
  stored = openStoredRows();
});
afterAll(() => stored.close());

/** Each response is checked against the contract. */
const { ask, bodyOf } = contractCalls(() => tenant);

interface Written {
  readonly id: string;
  readonly conditions: unknown;
  readonly warnings: readonly Warning[];
}

const campaign = { name: 'Timed', earningRule: { type: 'FIXED_POINTS', points: 10 } };
const onEvents = { type: 'SIGNUP_BONUS', points: 5 };
const comparison = (field: string, op: string, value: unknown) => ({ field, op, value });
const and = (...conditions: readonly unknown[]) => ({ operator: 'AND', conditions });
const always = comparison('store_ref', 'exists', false);

const create = (conditions: unknown, given: object = {}) =>
  ask('createCampaign', { body: { ...campaign, ...given, conditions } });

const createActive = async (conditions: unknown): Promise<string> => {
  const { id } = JSON.parse((await create(conditions)).text) as Written;
  await ask('activateCampaign', { ids: { campaignId: id } });
  return id;
};

const patch = (campaignId: string, body: object) => ask('updateCampaign', { ids: { campaignId }, body });

const archive = (campaignId: string) => ask('archiveCampaign', { ids: { campaignId } });

interface Decided {
  readonly pointsAwarded: number;
}

const awarded = async (receipt: object): Promise<number> => {
  const body = { transactionRef: randomUUID(), memberRef: 'anna', amount: 100, ...receipt };
  const { pointsAwarded } = await bodyOf<Decided>('evaluateTransaction', { body });
  const { pointsAwarded: simulated } = await bodyOf<Decided>('simulateTransaction', {
    body: { memberRef: 'anna', amount: 100, ...receipt },
  });
  expect(simulated).toBe(pointsAwarded);
  return pointsAwarded;
};

/** 2026-11-27 was a Friday; this is 17:30 of it in UTC, 19:30 in Johannesburg. */
const friday = '2026-11-27T17:30:00.000Z';

test.each<[string, unknown, object, object]>([
  ['weekday', comparison('weekday', 'in', ['FRI', 'SAT']), {}, { occurredAt: '2026-11-26T17:30:00.000Z' }],
  ['time', comparison('time', 'gte', '17:30'), {}, { occurredAt: '2026-11-27T17:29:59.999Z' }],
  ['date', comparison('date', 'eq', '2026-11-27'), {}, { occurredAt: '2026-11-28T00:00:00.000Z' }],
  ['day_of_month', comparison('day_of_month', 'gt', 26), {}, { occurredAt: '2026-11-26T23:59:59.999Z' }],
  ['store_ref', comparison('store_ref', 'eq', 'cape-1'), { storeRef: 'cape-1' }, { storeRef: 'cape-2' }],
  [
    'attributes',
    and(comparison('attributes.channel', 'neq', 'online'), comparison('store_ref', 'eq', 'cape-1')),
    { storeRef: 'cape-1' },
    { storeRef: 'cape-2' },
  ],
])('conditions on %s are stored as they are sent, and judged', async (_field, conditions, met, unmet) => {
  const made = JSON.parse((await create(conditions)).text) as Written;
  expect(made.conditions).toEqual(conditions);
  const ids = { campaignId: made.id };
  expect((await bodyOf<Written>('getCampaign', { ids })).conditions).toEqual(conditions);
  await ask('activateCampaign', { ids });
  expect(await awarded({ occurredAt: friday, ...met })).toBe(10);
  expect(await awarded({ occurredAt: friday, ...unmet })).toBe(0);
  await archive(made.id);
});

test('▲ a change of conditions holds for the next receipt, and null takes them away (D33)', async () => {
  const id = await createActive(comparison('weekday', 'eq', 'MON'));
  const at = { occurredAt: friday };
  expect(await awarded(at)).toBe(0);
  for (let time = 0; time < 5; time += 1) {
    expect((await patch(id, { conditions: comparison('weekday', 'eq', 'FRI') })).status).toBe(200);
    expect(await awarded(at)).toBe(10);
    expect((await patch(id, { conditions: comparison('weekday', 'eq', 'MON') })).status).toBe(200);
    expect(await awarded(at)).toBe(0);
  }
  expect(JSON.parse((await patch(id, { name: 'Renamed' })).text)).toMatchObject({
    conditions: comparison('weekday', 'eq', 'MON'),
  });
  expect(JSON.parse((await patch(id, { conditions: null })).text)).toMatchObject({ conditions: null });
  expect(await awarded(at)).toBe(10);
  await archive(id);
});

test('▲ a change of the time zone holds for the next receipt, and warnings say that times are of UTC without one (D225)', async () => {
  const id = await createActive(comparison('time', 'gte', '19:00'));
  const at = { occurredAt: friday };
  const codes = async () =>
    (await bodyOf<Written>('getCampaign', { ids: { campaignId: id } })).warnings.map(({ code }) => code);
  expect([await awarded(at), await codes()]).toEqual([0, ['UTC_TIMES']]);
  for (let time = 0; time < 3; time += 1) {
    await bodyOf('updateSettings', { body: { timeZone: 'Africa/Johannesburg' } });
    expect([await awarded(at), await codes()]).toEqual([10, []]);
    await bodyOf('updateSettings', { body: { timeZone: null } });
    expect([await awarded(at), await codes()]).toEqual([0, ['UTC_TIMES']]);
  }
  const made = await create(comparison('date', 'lt', '2030-01-01'));
  expect((JSON.parse(made.text) as Written).warnings).toMatchObject([
    { code: 'UTC_TIMES', pointer: '/conditions' },
  ]);
  await archive(id);
});

const nested = (levels: number): unknown =>
  levels === 0 ? always : { operator: 'AND', conditions: [nested(levels - 1)] };

interface Refused {
  readonly code: string;
  readonly context: { readonly errors: readonly { readonly pointer: string; readonly message: string }[] };
}

const tooLarge = 'must have at most 50 comparisons on at most 5 levels';
const weekdays = 'must be one of MON, TUE, WED, THU, FRI, SAT, SUN';
const unknownMember = 'is not known here';

test.each<[string, unknown, string, string]>([
  ['a text', 'SAT', '', 'must be an object'],
  ['a list', [always], '', 'must be an object'],
  [
    'nothing in it',
    {},
    '/op',
    'is required and must be one of eq, neq, gt, gte, lt, lte, in, not_in, contains, exists',
  ],
  ['no condition', and(), '/conditions', 'must be an array of 1 to 50 items'],
  ['another operator', { operator: 'NOT', conditions: [always] }, '/operator', 'must be one of AND, OR'],
  ['a field that is none', comparison('amount', 'eq', 5), '/field', 'is not a field of receipts'],
  ['a field of every object', comparison('toString', 'eq', 'x'), '/field', 'is not a field of receipts'],
  [
    'an attribute in capitals',
    comparison('attributes.Channel', 'eq', 'x'),
    '/field',
    'is not a field of receipts',
  ],
  [
    'an operator of other fields',
    comparison('weekday', 'gt', 'SAT'),
    '/op',
    'must be one of eq, neq, in, not_in',
  ],
  ['no value', { field: 'weekday', op: 'eq' }, '/value', 'is required'],
  ['a value of another field', comparison('weekday', 'eq', 'Saturday'), '/value', weekdays],
  ['one of several values', and(comparison('weekday', 'in', ['SAT', 7])), '/conditions/0/value/1', weekdays],
  [
    'a list for one',
    comparison('time', 'lt', ['17:00']),
    '/value',
    'must be a string or a number or true or false or null',
  ],
  ['a day that is none', comparison('date', 'eq', '2026-02-30'), '/value', 'must be a date like 2026-11-27'],
  ['an hour that is none', comparison('time', 'eq', '24:00'), '/value', 'must be a time from 00:00 to 23:59'],
  ['half a day', comparison('day_of_month', 'eq', 1.5), '/value', 'must be an integer from 1 to 31'],
  ['an empty list', comparison('weekday', 'in', []), '/value', 'must have 1 to 100 values'],
  ['101 days', comparison('day_of_month', 'in', Array(101).fill(1)), '/value', 'must have 1 to 100 values'],
  ['a text for true', comparison('store_ref', 'exists', 'true'), '/value', 'must be true or false'],
  ['51 comparisons', and(and(...Array<unknown>(50).fill(always)), always), '', tooLarge],
  ['six levels', nested(6), '', tooLarge],
  ['a member more', { ...always, unless: 1 }, '/unless', unknownMember],
  ['a comparison beside a node', { ...and(always), field: 'weekday' }, '/field', unknownMember],
])(
  'conditions with %s are 400 with the pointer, at creation and change',
  async (_what, conditions, pointer, message) => {
    const id = await createActive(always);
    for (const { status, text } of [await create(conditions), await patch(id, { conditions })]) {
      const { code, context } = JSON.parse(text) as Refused;
      expect([status, code, context.errors]).toEqual([
        400,
        'VALIDATION_ERROR',
        expect.arrayContaining([{ pointer: `/conditions${pointer}`, message }]),
      ]);
      expect(context.errors.every((error) => error.pointer.startsWith('/conditions'))).toBe(true);
    }
    expect((await bodyOf<Written>('getCampaign', { ids: { campaignId: id } })).conditions).toEqual(always);
    await archive(id);
  },
);

const noId = '0198c0de-0000-7000-8000-0000000000ff';
const aTier = 'must be the id of an existing tier, or null';
const aSegment = 'must be the id of an existing segment';
const figures = 'must be one of eq, neq, gt, gte, lt, lte';
const fewer = 'must be an integer from 0 to 9007199254740991';

test.each<[string, unknown, string, string]>([
  ['a tier that is none', comparison('tier_id', 'eq', noId), '/value', aTier],
  ['a name of a tier', comparison('tier_id', 'neq', 'Gold'), '/value', aTier],
  ['a tier of a list', comparison('tier_id', 'in', [null, noId]), '/value/1', aTier],
  [
    'a tier that is reached',
    comparison('tier_id', 'gte', noId),
    '/value',
    'must be the id of an existing tier',
  ],
  [
    'no tier that is reached',
    comparison('tier_id', 'gte', null),
    '/value',
    'must be the id of an existing tier',
  ],
  ['an order of tiers', comparison('tier_id', 'lt', null), '/op', 'must be one of eq, neq, in, not_in, gte'],
  [
    'a segment that is none',
    and(always, comparison('segment_id', 'not_in', [noId])),
    '/conditions/1/value/0',
    aSegment,
  ],
  ['no segment', comparison('segment_id', 'eq', null), '/value', aSegment],
  ['a list of purchases', comparison('purchase_number', 'in', [1]), '/op', figures],
  [
    'purchase 0',
    comparison('purchase_number', 'eq', 0),
    '/value',
    'must be an integer from 1 to 9007199254740991',
  ],
  ['days before', comparison('days_since_last_txn', 'lte', -1), '/value', fewer],
  ['half a day', comparison('days_since_last_txn', 'lte', 0.5), '/value', fewer],
  ['a payload', comparison('payload.rating', 'gte', 4), '/field', 'is not a field of receipts'],
])('conditions on members with %s are 400 with the pointer', async (_what, conditions, pointer, message) => {
  const id = await createActive(always);
  for (const { status, text } of [await create(conditions), await patch(id, { conditions })]) {
    const { code, context } = JSON.parse(text) as Refused;
    const errors = [{ pointer: `/conditions${pointer}`, message }];
    expect([status, code, context.errors]).toEqual([400, 'VALIDATION_ERROR', errors]);
  }
  await archive(id);
});

test.each<[string, unknown, string, string]>([
  ['no path', comparison('payload.', 'eq', 1), '/field', 'is not a field of events'],
  [
    'an object',
    comparison('payload.a', 'eq', {}),
    '/value',
    'must be a string or a number or true or false or null',
  ],
  ['an order of truths', comparison('payload.a', 'gt', true), '/value', 'must be a text or a number'],
  [
    'nothing in it',
    comparison('payload.a', 'contains', null),
    '/value',
    'must be a string or a number or true or false',
  ],
  ['101 values', comparison('payload.a', 'in', Array(101).fill(1)), '/value', 'must have 1 to 100 values'],
  ['an attribute', comparison('attributes.channel', 'eq', 'x'), '/field', 'is not a field of events'],
])('conditions on payloads with %s are 400 with the pointer', async (_what, conditions, pointer, message) => {
  const { status, text } = await create(conditions, { earningRule: onEvents });
  const { context } = JSON.parse(text) as Refused;
  expect([status, context.errors]).toEqual([400, [{ pointer: `/conditions${pointer}`, message }]]);
});

test('conditions on members and payloads are stored as they are sent', async () => {
  const tier = await bodyOf<{ readonly id: string }>('createTier', {
    body: { name: 'Gold', minLifetimePoints: 1_000_000, sortOrder: 1 },
  });
  const segment = await bodyOf<{ readonly id: string }>('createSegment', {
    body: { name: 'Fans', type: 'STATIC' },
  });
  const conditions = and(
    comparison('tier_id', 'not_in', [tier.id.toUpperCase(), null]),
    comparison('segment_id', 'eq', segment.id),
    comparison('purchase_number', 'lte', 3),
    comparison('days_since_last_txn', 'neq', 0),
    comparison('payload.tags', 'contains', true),
    comparison('payload.note', 'eq', null),
    comparison('payload.note', 'exists', false),
  );
  const made = await create(conditions, { earningRule: onEvents });
  expect([made.status, (JSON.parse(made.text) as Written).conditions]).toEqual([201, conditions]);

  // What a campaign names already may be sent again (D29), but no other campaign may begin to.
  const named = and(comparison('tier_id', 'neq', tier.id), comparison('segment_id', 'neq', segment.id));
  const id = await createActive(named);
  expect(await awarded({})).toBe(10);
  await ask('deleteTier', { ids: { tierId: tier.id } });
  await ask('deleteSegment', { ids: { segmentId: segment.id } });
  expect((await patch(id, { conditions: and(named, always) })).status).toBe(200);
  expect((JSON.parse((await create(named)).text) as Refused).context.errors).toEqual([
    { pointer: '/conditions/conditions/0/value', message: aTier },
    { pointer: '/conditions/conditions/1/value', message: aSegment },
  ]);
  // Nobody has the one or is in the other.
  expect(await awarded({})).toBe(10);
  expect((await patch(id, { conditions: comparison('tier_id', 'gte', tier.id) })).status).toBe(200);
  expect(await awarded({})).toBe(0);
  const draft = { campaign: Object.assign({ conditions: named }, campaign) };
  const tried = (drafts: readonly object[]) =>
    ask('simulateTransaction', { body: { memberRef: 'anna', amount: 100, drafts } });
  expect((JSON.parse((await tried([draft])).text) as Refused).context.errors).toEqual([
    { pointer: '/drafts/0/campaign/conditions/conditions/0/value', message: aTier },
    { pointer: '/drafts/0/campaign/conditions/conditions/1/value', message: aSegment },
  ]);
  await archive(id);
});

test('conditions and a rule fit each other, whichever of them is changed', async () => {
  const refusedAt = async (answer: ReturnType<typeof ask>) => {
    const { status, text } = await answer;
    return [status, (JSON.parse(text) as Refused).context.errors];
  };
  expect(await refusedAt(create(always, { earningRule: onEvents }))).toEqual([
    400,
    [{ pointer: '/conditions/field', message: 'is not a field of events' }],
  ]);
  const { id } = JSON.parse((await create(always)).text) as Written;
  expect(await refusedAt(patch(id, { earningRule: onEvents }))).toEqual([
    400,
    [
      {
        pointer: '/earningRule',
        message: 'must fit the existing conditions of the campaign; send conditions too',
      },
    ],
  ]);
  const both = { earningRule: onEvents, conditions: comparison('weekday', 'eq', 'SAT') };
  expect((await patch(id, both)).status).toBe(200);
});

test('a draft is judged by its conditions, and refused as a campaign would be', async () => {
  const tried = (conditions: unknown) =>
    ask('simulateTransaction', {
      body: {
        memberRef: 'anna',
        amount: 100,
        occurredAt: friday,
        drafts: [{ campaign: { ...campaign, conditions } }],
      },
    });
  const pointsOf = async (conditions: unknown) =>
    (JSON.parse((await tried(conditions)).text) as Decided).pointsAwarded;
  expect(await pointsOf(comparison('weekday', 'eq', 'FRI'))).toBe(10);
  expect(await pointsOf(comparison('weekday', 'neq', 'FRI'))).toBe(0);
  const { status, text } = await tried(comparison('weekday', 'gt', 'FRI'));
  expect([status, (JSON.parse(text) as Refused).context.errors]).toEqual([
    400,
    [{ pointer: '/drafts/0/campaign/conditions/op', message: 'must be one of eq, neq, in, not_in' }],
  ]);
});

test('▲ a stored tree that this build cannot read never fires', async () => {
  const id = await createActive(always);
  expect(await awarded({})).toBe(10);
  await stored.rowsOf(
    `UPDATE campaigns SET conditions = '{"field": "colour", "op": "neq", "value": "red"}' WHERE id = $1`,
    [id],
  );
  // As every write of configuration does.
  await bodyOf('updateSettings', { body: { refundGraceDays: 29 } });
  await patch(id, { name: 'Read again' });
  expect(await awarded({})).toBe(0);
  expect((await patch(id, { conditions: null })).status).toBe(200);
  expect(await awarded({})).toBe(10);
  await archive(id);
});
