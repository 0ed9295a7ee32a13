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
