import { randomUUID } from 'node:crypto';
import { contractCalls } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Lines');
});

/** Each response is checked against the contract. */
const { ask, bodyOf } = contractCalls(() => tenant);

interface Written {
  readonly id: string;
  readonly earnOn: unknown;
  readonly conditions: unknown;
}

const points = { type: 'FIXED_POINTS', points: 10 };
const onEvents = { type: 'SIGNUP_BONUS', points: 5 };
const comparison = (field: string, op: string, value: unknown) => ({ field, op, value });
const of = (category: string) => comparison('category', 'eq', category);
const node = (...conditions: readonly unknown[]) => ({ operator: 'AND', conditions });

const create = (given: object) =>
  ask('createCampaign', { body: { name: 'On lines', earningRule: points, ...given } });

const createActive = async (given: object): Promise<string> => {
  const { id } = JSON.parse((await create(given)).text) as Written;
  await ask('activateCampaign', { ids: { campaignId: id } });
  return id;
};

const patch = (campaignId: string, body: object) => ask('updateCampaign', { ids: { campaignId }, body });
const archive = (campaignId: string) => ask('archiveCampaign', { ids: { campaignId } });

interface Decided {
  readonly pointsAwarded: number;
  readonly campaigns: readonly { readonly rewardIds: readonly string[] }[];
  readonly _debug?: { readonly campaignChecks: readonly { readonly reason: string }[] } | null;
}

const wine = { sku: 'wine', quantity: 6, unitPrice: 5_000, categories: ['wine'] };
const coffee = { sku: 'coffee', quantity: 2, unitPrice: 4_000, categories: ['coffee', 'hot'] };
const tobacco = { sku: 'tobacco', quantity: 1, unitPrice: 2_000, categories: ['tobacco'] };

/** Points of a basket; simulate says the same. */
const decided = async (products: readonly object[], amount = 40_000): Promise<Decided> => {
  const receipt = { memberRef: 'anna', amount, products };
  const body = { transactionRef: randomUUID(), ...receipt };
  const simulated = await bodyOf<Decided>('simulateTransaction', { body: receipt });
  const given = await bodyOf<Decided>('evaluateTransaction', { body });
  expect(simulated.pointsAwarded).toBe(given.pointsAwarded);
  return given;
};

const reasonOf = async (products: readonly object[]): Promise<string | undefined> =>
  (await decided(products))._debug?.campaignChecks[0]?.reason;

test('lines that earn are stored as they are sent, shown, replaced whole and cleared with null (D228)', async () => {
  const earnOn = { lines: of('coffee') };
  const id = await createActive({ earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 }, earnOn });
  expect((await bodyOf<Written>('getCampaign', { ids: { campaignId: id } })).earnOn).toEqual(earnOn);
  expect((await decided([wine, coffee, tobacco])).pointsAwarded).toBe(80);
  expect((await decided([wine, { ...coffee, amount: 7_000 }, tobacco])).pointsAwarded).toBe(70);
  expect((await decided([wine, coffee], 6_000)).pointsAwarded).toBe(60);
  expect(await reasonOf([wine])).toBe('PRODUCT_MISMATCH');
  const except = { except: of('tobacco') };
  expect(JSON.parse((await patch(id, { earnOn: except })).text)).toMatchObject({ earnOn: except });
  expect((await decided([wine, coffee, tobacco])).pointsAwarded).toBe(380);
  expect((await decided([])).pointsAwarded).toBe(400);
  expect(JSON.parse((await patch(id, { name: 'Renamed' })).text)).toMatchObject({ earnOn: except });
  expect(JSON.parse((await patch(id, { earnOn: null })).text)).toMatchObject({ earnOn: null });
  expect((await decided([tobacco])).pointsAwarded).toBe(400);
  await archive(id);
  const plain = JSON.parse((await create({})).text) as Written;
  expect(plain.earnOn).toBeNull();
});

test('▲ a change of the lines that earn counts for the next receipt (D33)', async () => {
  const id = await createActive({ earnOn: { lines: of('wine') } });
  for (let time = 0; time < 5; time += 1) {
    expect((await patch(id, { earnOn: { lines: of('tea') } })).status).toBe(200);
    expect((await decided([wine])).pointsAwarded).toBe(0);
    expect((await patch(id, { earnOn: { lines: of('wine') } })).status).toBe(200);
    expect((await decided([wine])).pointsAwarded).toBe(10);
  }
  await archive(id);
});

test('conditions over lines are stored as they are sent, and judged (D227)', async () => {
  const conditions = node(
    { lines: of('coffee') },
    { lines: comparison('sku', 'in', ['wine', 'beer']), field: 'quantity', op: 'gte', value: 6 },
    { lines: comparison('unit_price_cents', 'gt', 9_000), field: 'count', op: 'lt', value: 1 },
  );
  const id = await createActive({ conditions });
  expect((await bodyOf<Written>('getCampaign', { ids: { campaignId: id } })).conditions).toEqual(conditions);
  expect((await decided([wine, coffee])).pointsAwarded).toBe(10);
  expect(await reasonOf([{ ...wine, quantity: 5.999 }, coffee])).toBe('CONDITION_NOT_MET');
  expect(await reasonOf([wine])).toBe('CONDITION_NOT_MET');
  expect(await reasonOf([wine, coffee, { ...tobacco, unitPrice: 9_001 }])).toBe('CONDITION_NOT_MET');
  await archive(id);
});

test('a reward for purchases is given as often as units were bought, and as its rule allows (D229)', async () => {
  const reward = { rewardType: 'FREE_ITEM', value: { description: 'A bottle' } };
  const earningRule = { type: 'PURCHASE_REWARD', reward, everyQuantity: 3, maxTimes: 3 };
  const id = await createActive({ earningRule, earnOn: { lines: of('wine') } });
  const rewards = async (quantity: number) =>
    (await decided([{ ...wine, quantity }, coffee])).campaigns[0]?.rewardIds.length ?? 0;
  expect([await rewards(2.999), await rewards(3), await rewards(6), await rewards(60)]).toEqual([0, 1, 2, 3]);
  await archive(id);
});

interface Refused {
  readonly code: string;
  readonly context: { readonly errors: readonly { readonly pointer: string; readonly message: string }[] };
}

const fields = 'must be one of sku, category, unit_price_cents';
const refusedWith = async (answer: ReturnType<typeof ask>) => {
  const { status, text } = await answer;
  const { code, context } = JSON.parse(text) as Refused;
  return [status, code, context.errors];
};
const badValue = (pointer: string, message: string) => [400, 'VALIDATION_ERROR', [{ pointer, message }]];

test.each<[string, object, string, string]>([
  ['nothing', { earnOn: {} }, '/earnOn', 'must have lines or except'],
  ['a text', { earnOn: 'wine' }, '/earnOn', 'must be an object'],
  ['both', { earnOn: { lines: of('a'), except: of('b') } }, '/earnOn', 'must have lines or except, not both'],
  ['a member more', { earnOn: { lines: of('a'), only: 1 } }, '/earnOn/only', 'is not known here'],
  ['another field', { earnOn: { lines: comparison('brand', 'eq', 'a') } }, '/earnOn/lines/field', fields],
  [
    'an operator of prices',
    { earnOn: { except: comparison('sku', 'gt', 'a') } },
    '/earnOn/except/op',
    'must be one of eq, neq, in, not_in',
  ],
  [
    'a price that is a text',
    { earnOn: { lines: comparison('unit_price_cents', 'eq', '7') } },
    '/earnOn/lines/value',
    'must be an integer from 0 to 9007199254740991',
  ],
  [
    'four levels',
    { earnOn: { lines: node(node(node(node(of('a'))))) } },
    '/earnOn/lines/conditions/0/conditions/0/conditions/0',
    'must be a comparison: over lines there are at most 3 levels',
  ],
  [
    '51 comparisons over lines',
    { earnOn: { lines: node(node(...Array<unknown>(50).fill(of('a'))), of('a')) } },
    '/earnOn',
    'must have at most 50 comparisons on at most 3 levels',
  ],
  [
    '26 conditions over one line each',
    { conditions: node(...Array<unknown>(26).fill({ lines: of('a') })) },
    '/conditions',
    'must have at most 50 comparisons on at most 5 levels',
  ],
  [
    'another sum',
    { conditions: { lines: of('a'), field: 'weight', op: 'eq', value: 1 } },
    '/conditions/field',
    'must be one of quantity, spend_cents, count',
  ],
  [
    'a sum without an operator',
    { conditions: { lines: of('a'), field: 'count', value: 1 } },
    '/conditions/op',
    'must be one of eq, neq, gt, gte, lt, lte',
  ],
  [
    'times without units',
    { earningRule: { type: 'PURCHASE_REWARD', reward: { points: 1 }, maxTimes: 2 } },
    '/earningRule/maxTimes',
    'is only for rules with everyQuantity; without it, the reward is given once',
  ],
])(
  'a campaign with %s is 400 with the pointer, at creation and change',
  async (_what, given, pointer, message) => {
    const id = await createActive({});
    expect(await refusedWith(create(given))).toEqual(badValue(pointer, message));
    expect(await refusedWith(patch(id, given))).toEqual(badValue(pointer, message));
    await archive(id);
  },
);

test('lines are of receipts: a rule for events has none, whichever of both is changed', async () => {
  const earnOn = { lines: of('wine') };
  expect(await refusedWith(create({ earningRule: onEvents, earnOn }))).toEqual(
    badValue('/earnOn', 'is only for rules that fire on receipts'),
  );
  expect(await refusedWith(create({ earningRule: onEvents, conditions: earnOn }))).toEqual(
    badValue('/conditions/lines', 'is not a field of events'),
  );
  const { id } = JSON.parse((await create({ earnOn })).text) as Written;
  expect(await refusedWith(patch(id, { earningRule: onEvents }))).toEqual(
    badValue('/earningRule', 'must fire on receipts while the campaign has earnOn; send earnOn too'),
  );
  expect((await patch(id, { earningRule: onEvents, earnOn: null })).status).toBe(200);
});

test('a receipt says what was paid for a line in whole cents', async () => {
  const body = {
    transactionRef: 'r',
    memberRef: 'anna',
    amount: 1,
    products: [wine, { ...wine, amount: 0.5 }],
  };
  expect(await refusedWith(ask('evaluateTransaction', { body }))).toEqual(
    badValue('/products/1/amount', 'must be an integer'),
  );
});
