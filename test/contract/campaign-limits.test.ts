import { randomUUID } from 'node:crypto';
import { contractCalls } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Limits');
});

/** Each response is checked against the contract. */
const { ask, bodyOf } = contractCalls(() => tenant);

interface Written {
  readonly id: string;
  readonly limits: unknown;
  readonly warnings: readonly { readonly code: string; readonly pointer: string }[];
}

const points = { type: 'FIXED_POINTS', points: 10 };
const ofMember = (period: string, of: string, max: unknown) => ({ per: 'MEMBER', period, of, max });
const ofReceipt = { per: 'RECEIPT', of: 'POINTS', max: 4 };

const create = (given: object) =>
  ask('createCampaign', { body: { name: 'Limited', earningRule: points, ...given } });
const patch = (campaignId: string, body: object) => ask('updateCampaign', { ids: { campaignId }, body });

const createActive = async (given: object): Promise<Written> => {
  const made = JSON.parse((await create(given)).text) as Written;
  await ask('activateCampaign', { ids: { campaignId: made.id } });
  return made;
};

const archive = (campaignId: string) => ask('archiveCampaign', { ids: { campaignId } });

interface Decided {
  readonly memberId: string;
  readonly pointsAwarded: number;
  readonly campaigns: readonly { readonly reducedBy?: string }[];
  readonly _debug?: { readonly campaignChecks: readonly { readonly reason: string }[] } | null;
}

/** Simulate says the same before. */
const decided = async (memberRef: string, given: object = {}): Promise<Decided> => {
  const receipt = { memberRef, amount: 1_000, ...given };
  const simulated = await bodyOf<Decided>('simulateTransaction', { body: receipt });
  const response = await bodyOf<Decided>('evaluateTransaction', {
    body: { transactionRef: randomUUID(), ...receipt },
  });
  expect(simulated).toMatchObject({ pointsAwarded: response.pointsAwarded });
  expect(simulated.campaigns.map(({ reducedBy }) => reducedBy)).toEqual(
    response.campaigns.map(({ reducedBy }) => reducedBy),
  );
  return response;
};

test('limits are stored as they are sent, shown, replaced whole and cleared with null or an empty list (D235)', async () => {
  const limits = [ofMember('MONTH', 'POINTS', 500), ofReceipt];
  const { id, ...made } = await createActive({ limits });
  expect(made).toMatchObject({ limits, warnings: [{ code: 'UTC_TIMES', pointer: '/limits' }] });
  expect((await bodyOf<Written>('getCampaign', { ids: { campaignId: id } })).limits).toEqual(limits);
  const ever = [ofMember('EVER', 'TIMES', 1)];
  expect(JSON.parse((await patch(id, { limits: ever })).text)).toMatchObject({ limits: ever, warnings: [] });
  expect(JSON.parse((await patch(id, { name: 'Renamed' })).text)).toMatchObject({ limits: ever });
  expect(JSON.parse((await patch(id, { limits: [] })).text)).toMatchObject({ limits: null });
  expect(JSON.parse((await patch(id, { limits: [ofReceipt] })).text)).toMatchObject({ limits: [ofReceipt] });
  expect(JSON.parse((await patch(id, { limits: null })).text)).toMatchObject({ limits: null });
  await archive(id);
});

test('an award is cut to what is left, and then withheld; the member’s limits say so (D236, D238)', async () => {
  const { id } = await createActive({
    limits: [ofMember('EVER', 'POINTS', 15), ofMember('EVER', 'TIMES', 9)],
  });
  const first = await decided('anna');
  expect([first.pointsAwarded, first.campaigns]).toEqual([
    10,
    [expect.not.objectContaining({ reducedBy: 'LIMIT' })],
  ]);
  const second = await decided('anna');
  expect([second.pointsAwarded, second.campaigns]).toEqual([
    5,
    [expect.objectContaining({ reducedBy: 'LIMIT' })],
  ]);
  const third = await decided('anna');
  expect([third.pointsAwarded, third._debug?.campaignChecks[0]?.reason]).toEqual([0, 'LIMIT_REACHED']);
  const ids = { memberId: first.memberId };
  const named = { campaignId: id, campaignName: 'Limited', period: 'EVER', from: null, to: null };
  const shown = { ...named, of: 'TIMES', max: 9, used: 2, left: 7 };
  expect(await bodyOf('listMemberLimits', { ids })).toEqual({
    limits: [shown, { ...named, of: 'POINTS', max: 15, used: 15, left: 0 }],
    caps: [],
  });
  await patch(id, { limits: [ofMember('EVER', 'POINTS', 18)] });
  expect((await decided('anna')).pointsAwarded).toBe(3);
  await archive(id);
  expect(await bodyOf('listMemberLimits', { ids })).toEqual({ limits: [], caps: [] });
});

test('a receipt counts on the local day on which it happened, and finds limits reached after 35 days (D237)', async () => {
  const { id } = await createActive({ limits: [ofMember('DAY', 'TIMES', 1)] });
  const at = (ago: number) => ({ occurredAt: new Date(Date.now() - ago * 86_400_000).toISOString() });
  expect((await decided('ben', at(3))).pointsAwarded).toBe(10);
  expect((await decided('ben', at(3))).pointsAwarded).toBe(0);
  expect((await decided('ben', at(5))).pointsAwarded).toBe(10);
  expect((await decided('ben', at(36))).pointsAwarded).toBe(0);
  await archive(id);
});

const ofCampaign = { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 2 };

test('a campaign gives something as often as its limit says, to whomever comes first, and shows how often (D240)', async () => {
  const { id } = await createActive({ limits: [ofCampaign] });
  const shown = async () => {
    const { timesGiven } = await bodyOf<{ readonly timesGiven: unknown }>('getCampaign', {
      ids: { campaignId: id },
    });
    return timesGiven;
  };
  /** Finds a member to whom the campaign gave something, and one to whom it did not. */
  const found = async (memberRef: string, named: object = {}) => {
    const { campaigns } = await bodyOf<{ readonly campaigns: readonly object[] }>('explainTransaction', {
      body: { memberRef, amount: 1_000, ...named },
    });
    return campaigns;
  };
  expect(await shown()).toBe(0);
  expect(await found('dora')).toMatchObject([{ fired: true, limits: [{ ...ofCampaign, used: 0, left: 2 }] }]);
  const given = [];
  for (const memberRef of ['dora', 'emil', 'fay', 'dora'])
    given.push((await decided(memberRef)).pointsAwarded);
  expect([given, await shown()]).toEqual([[10, 10, 0, 0], 2]);
  for (const memberRef of ['dora', 'fay'])
    expect(await found(memberRef)).toMatchObject([
      { reason: 'LIMIT_REACHED', limits: [{ ...ofCampaign, used: 2, left: 0 }] },
    ]);
  await patch(id, { limits: [{ ...ofCampaign, max: 3 }] });
  expect([(await decided('gina')).pointsAwarded, (await decided('hugo')).pointsAwarded]).toEqual([10, 0]);
  // As if it were active, with what it has given.
  await ask('pauseCampaign', { ids: { campaignId: id } });
  expect(await found('ida', { campaignIds: [id] })).toMatchObject([
    { reason: 'LIMIT_REACHED', limits: [{ ...ofCampaign, max: 3, used: 3, left: 0 }] },
  ]);
  await ask('resumeCampaign', { ids: { campaignId: id } });
  await patch(id, { limits: null });
  expect([(await decided('hugo')).pointsAwarded, await shown()]).toEqual([10, null]);
  await archive(id);
});

interface Refused {
  readonly code: string;
  readonly context: { readonly errors: readonly { readonly pointer: string; readonly message: string }[] };
}

test.each<[string, readonly unknown[], string]>([
  ['two of a kind', [ofMember('DAY', 'TIMES', 1), ofMember('DAY', 'TIMES', 2)], '/limits/1'],
  ['no period', [{ per: 'MEMBER', of: 'TIMES', max: 1 }], '/limits/0/period'],
  ['a period of a receipt', [{ ...ofReceipt, period: 'DAY' }], '/limits/0/period'],
  ['times of a receipt', [{ ...ofReceipt, of: 'TIMES' }], '/limits/0/of'],
  ['a campaign a month', [{ ...ofCampaign, period: 'MONTH' }], '/limits/0/period'],
  ['points of a campaign', [{ ...ofCampaign, of: 'POINTS' }], '/limits/0/of'],
  ['an unknown per', [{ ...ofMember('DAY', 'TIMES', 1), per: 'STORE' }], '/limits/0/per'],
  ['a max of 0', [ofReceipt, ofMember('DAY', 'TIMES', 0)], '/limits/1/max'],
  ['five limits', Array.from({ length: 5 }, () => ofReceipt), '/limits'],
])(
  '%s is a 400 with its pointer, in a new campaign and in a change (D235)',
  async (_what, limits, pointer) => {
    const { id } = JSON.parse((await create({})).text) as Written;
    for (const { status, text } of [await create({ limits }), await patch(id, { limits })]) {
      const { code, context } = JSON.parse(text) as Refused;
      expect([status, code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(context.errors.map((error) => error.pointer)).toContain(pointer);
    }
  },
);
