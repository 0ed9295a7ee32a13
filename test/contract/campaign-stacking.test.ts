import { randomUUID } from 'node:crypto';
import { contractCalls } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Stacking');
});

/** Each response is checked against the contract. */
const { ask, bodyOf } = contractCalls(() => tenant);

interface Written {
  readonly id: string;
  readonly warnings: readonly { readonly code: string; readonly pointer: string }[];
}

const percent = { type: 'SPEND_PERCENTAGE', percentage: 1 };

const create = (given: object) =>
  ask('createCampaign', { body: { name: 'Stacked', earningRule: percent, ...given } });
const patch = (campaignId: string, body: object) => ask('updateCampaign', { ids: { campaignId }, body });
const writtenBy = ({ text }: { readonly text: string }): Written => JSON.parse(text) as Written;

const createActive = async (given: object): Promise<Written> => {
  const made = writtenBy(await create(given));
  await ask('activateCampaign', { ids: { campaignId: made.id } });
  return made;
};

const archive = async (...ids: readonly string[]): Promise<void> => {
  for (const campaignId of ids) await ask('archiveCampaign', { ids: { campaignId } });
};

interface Award {
  readonly campaignId: string;
  readonly pointsEarned: number;
  readonly reducedBy?: string;
  readonly multiplier?: number;
}

interface Decided {
  readonly memberId: string;
  readonly pointsAwarded: number;
  readonly campaigns: readonly Award[];
  readonly _debug?: { readonly campaignChecks: readonly { readonly reason: string }[] } | null;
}

const withoutRewards = ({ campaigns }: Decided) =>
  campaigns.map(({ campaignId, pointsEarned, reducedBy, multiplier }) => ({
    campaignId,
    pointsEarned,
    reducedBy,
    multiplier,
  }));

/** Simulate says the same before. */
const decided = async (memberRef: string, given: object = {}): Promise<Decided> => {
  const receipt = { memberRef, amount: 9_999, ...given };
  const simulated = await bodyOf<Decided>('simulateTransaction', { body: receipt });
  const response = await bodyOf<Decided>('evaluateTransaction', {
    body: { transactionRef: randomUUID(), ...receipt },
  });
  expect(withoutRewards(simulated)).toEqual(withoutRewards(response));
  return response;
};

interface Refused {
  readonly code: string;
  readonly context: { readonly errors: readonly { readonly pointer: string; readonly message: string }[] };
}

test('the tier of a member multiplies a campaign that says so, rounded down once; its record warns (D243)', async () => {
  const benefits = [{ type: 'EARN_MULTIPLIER', multiplier: 1.5 }];
  const { id: tierId } = await bodyOf<Written>('createTier', {
    body: { name: 'Gold', minLifetimePoints: 50, sortOrder: 1, benefits },
  });
  const { id, ...made } = await createActive({ tierMultiplier: true });
  expect(made).toMatchObject({
    tierMultiplier: true,
    warnings: [{ code: 'MULTIPLIED_HERE', pointer: '/tierMultiplier' }],
  });
  // The receipt that lifts a member is not multiplied.
  expect((await decided('anna')).campaigns).toEqual([
    { campaignId: id, campaignName: 'Stacked', pointsEarned: 99, rewardIds: [] },
  ]);
  expect((await decided('anna')).campaigns).toMatchObject([{ pointsEarned: 149, multiplier: 1.5 }]);
  expect(writtenBy(await patch(id, { tierMultiplier: null }))).toMatchObject({
    tierMultiplier: false,
    warnings: [],
  });
  expect((await decided('anna')).pointsAwarded).toBe(99);
  await archive(id);
  await ask('deleteTier', { ids: { tierId }, query: '?force=true' });
});

test('of the campaigns of a group one gives, by priority and then by worth, and the others say why (D242)', async () => {
  const wine = { exclusiveGroup: 'wine' };
  const small = await createActive({
    name: 'Small',
    earningRule: { type: 'FIXED_POINTS', points: 5 },
    ...wine,
  });
  const large = await createActive({
    name: 'Large',
    earningRule: { type: 'FIXED_POINTS', points: 9 },
    ...wine,
  });
  const beside = await createActive({ name: 'Beside', earningRule: { type: 'FIXED_POINTS', points: 1 } });
  expect(large).toMatchObject({ exclusiveGroup: 'wine', priority: 0 });
  expect((await decided('ben')).campaigns).toMatchObject([
    { campaignId: large.id, pointsEarned: 9 },
    { campaignId: beside.id, pointsEarned: 1 },
  ]);
  interface Explained {
    readonly campaigns: readonly object[];
  }
  const explained = await bodyOf<Explained>('explainTransaction', {
    body: { memberRef: 'ben', amount: 9_999 },
  });
  expect(explained.campaigns).toMatchObject([
    { campaignId: small.id, fired: false, pointsEarned: 0, reason: 'OUTRANKED', by: large.id },
    { campaignId: large.id, fired: true, reason: null },
    { campaignId: beside.id, fired: true },
  ]);
  expect(explained.campaigns[1]).not.toHaveProperty('by');
  // A change is seen by the next receipt.
  expect(writtenBy(await patch(small.id, { priority: 3 }))).toMatchObject({ ...wine, priority: 3 });
  expect((await decided('ben')).campaigns).toMatchObject([
    { campaignId: small.id },
    { campaignId: beside.id },
  ]);
  expect(writtenBy(await patch(small.id, { priority: null }))).toMatchObject({ ...wine, priority: 0 });
  expect(writtenBy(await patch(small.id, { exclusiveGroup: null }))).toMatchObject({ exclusiveGroup: null });
  expect((await decided('ben')).pointsAwarded).toBe(15);
  await archive(small.id, large.id, beside.id);
});

test('caps of the environment cut the last award first, keep rewards, and are shown with what is left (D241)', async () => {
  const first = await createActive({ name: 'First', earningRule: { type: 'FIXED_POINTS', points: 30 } });
  const reward = { points: 5, rewardType: 'FREE_ITEM', value: { description: 'A yoghurt' } };
  const second = await createActive({ name: 'Second', earningRule: { type: 'PURCHASE_REWARD', reward } });
  const caps = { day: 50, month: 60 };
  const set = (memberPointsCaps: unknown) => bodyOf('updateSettings', { body: { memberPointsCaps } });
  expect(await set(caps)).toMatchObject({ settings: { memberPointsCaps: caps } });
  const [one, two, three] = [await decided('carol'), await decided('carol'), await decided('carol')];
  expect([one.pointsAwarded, two.pointsAwarded, three.pointsAwarded]).toEqual([35, 15, 0]);
  expect(two.campaigns).toMatchObject([
    { campaignId: first.id, pointsEarned: 15, reducedBy: 'CAP' },
    { campaignId: second.id, pointsEarned: 0, reducedBy: 'CAP', rewardIds: [expect.any(String)] },
  ]);
  expect(three.campaigns).toMatchObject([{ campaignId: second.id, pointsEarned: 0, reducedBy: 'CAP' }]);
  interface Explained {
    readonly campaigns: readonly object[];
  }
  const explained = await bodyOf<Explained>('explainTransaction', {
    body: { memberRef: 'carol', amount: 9_999 },
  });
  expect(explained.campaigns).toMatchObject([
    { campaignId: first.id, fired: false, reason: 'CAP_REACHED' },
    { campaignId: second.id, fired: true, pointsEarned: 0, reducedBy: 'CAP' },
  ]);
  expect(await bodyOf('listMemberLimits', { ids: { memberId: one.memberId } })).toMatchObject({
    limits: [],
    caps: [
      { period: 'DAY', max: 50, used: 50, left: 0 },
      { period: 'MONTH', max: 60, used: 50, left: 10 },
    ],
  });
  // What lies more than 35 days back gives no points; the day before has a cap of its own.
  const daysAgo = (days: number) => ({ occurredAt: new Date(Date.now() - days * 86_400_000).toISOString() });
  expect((await decided('dora', daysAgo(36))).pointsAwarded).toBe(0);
  expect((await decided('dora', daysAgo(34))).pointsAwarded).toBe(35);
  expect(await set(null)).toMatchObject({ settings: { memberPointsCaps: null } });
  expect((await decided('carol')).pointsAwarded).toBe(35);
  await archive(first.id, second.id);
});

test.each([
  ['an empty group', { exclusiveGroup: '' }, '/exclusiveGroup'],
  ['a group of blanks', { exclusiveGroup: '  ' }, '/exclusiveGroup'],
  ['a long group', { exclusiveGroup: 'w'.repeat(65) }, '/exclusiveGroup'],
  ['a priority past the highest', { priority: 1_001 }, '/priority'],
  ['a priority below the least', { priority: -1_001 }, '/priority'],
  ['half a priority', { priority: 0.5 }, '/priority'],
])(
  '%s is a 400 with its pointer, in a new campaign and in a change (D242)',
  async (_what, given, pointer) => {
    const { id } = writtenBy(await create({}));
    for (const { status, text } of [await create(given), await patch(id, given)]) {
      const { code, context } = JSON.parse(text) as Refused;
      expect([status, code, context.errors.map((error) => error.pointer)]).toEqual([
        400,
        'VALIDATION_ERROR',
        [pointer],
      ]);
    }
  },
);

test.each([
  ['RANDOM', { type: 'RANDOM', minPoints: 1, maxPoints: 2 }],
  ['STAMP_CARD', { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 1 } }],
])(
  'a multiplier of a %s is a 400 with its pointer, in a new campaign and in a change (D243)',
  async (...row) => {
    const [type, earningRule] = row;
    const { id } = writtenBy(await create({ earningRule }));
    const multiplied = writtenBy(await create({ tierMultiplier: true }));
    const refused = [
      [await create({ earningRule, tierMultiplier: true }), '/tierMultiplier'],
      [await patch(id, { tierMultiplier: true }), '/tierMultiplier'],
      [await patch(multiplied.id, { earningRule }), '/earningRule'],
      [await patch(id, { tierMultiplier: 2 }), '/tierMultiplier'],
    ] as const;
    for (const [{ status, text }, pointer] of refused) {
      const { code, context } = JSON.parse(text) as Refused;
      expect([status, code, context.errors.map((error) => error.pointer)]).toEqual([
        400,
        'VALIDATION_ERROR',
        [pointer],
      ]);
    }
    const { text } = refused[1][0];
    expect((JSON.parse(text) as Refused).context.errors).toMatchObject([
      { message: `is not for rules of type ${type}` },
    ]);
  },
);
