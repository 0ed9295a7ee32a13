import { isUuid, memberKeyOf } from '@loyalty/kernel';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { evaluateRequest } from '@loyalty/contracts/testing';
import { createShareSlots } from '@loyalty/kernel/shares';
import type { Account, ReferenceState } from '@loyalty/rules';
import { emptyEarningInputs } from '@loyalty/rules/earning';
import type { Statement } from '@loyalty/storage';
import { testAccount, testCampaign, testSnapshot } from '@loyalty/testkit/engine';
import { sharesOf } from '../../testing/shares-of.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createPreviewBasket, type Preview, previewLimits } from './preview-basket.ts';
import { simulateBasket, simulatedRef } from './simulate.ts';

type CampaignDraft = HttpSchemas['CampaignDraft'];

const onePercent = testCampaign({
  name: 'One percent back',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  minSpendCents: 5000,
});
const snapshot = testSnapshot({ mode: 'test', campaigns: [onePercent] });
const { environmentId, secret } = snapshot;
const account = testAccount({ pointsBalance: 200 });

const previewOf =
  (known: Account | null, referenceState: ReferenceState = 'ACTIVE'): Preview =>
  async ({ memberKey, nowMs, newId, judge }) => ({
    context: {
      snapshot: (await judge(snapshot)).snapshot,
      account: memberKey.equals(memberKeyOf(secret, 'customer-1')) ? known : null,
      inputs: emptyEarningInputs,
      purchases: () => ({ count: 0, lastDay: null }),
      nowMs,
      newId,
      draw: () => new Uint8Array(32),
    },
    referenceState,
  });

const clock = createTestClock(1_000_000);
/** Stored are one campaign and no segment. */
const db = sharesOf({
  query: <Row>({ name }: Statement) =>
    Promise.resolve(
      (name === 'campaigns-judged' ? [{ ...onePercent, startAt: null, endAt: null }] : []) as Row[],
    ),
});

const simulateFor = (known: Account | null, amountCents: number, asked: { drafts?: CampaignDraft[] } = {}) =>
  createPreviewBasket({ preview: previewOf(known), db, clock, slots: createShareSlots(previewLimits) })(
    { environmentId, secret, request: evaluateRequest({ amountCents }), asked },
    simulateBasket,
  );

type Simulated = Awaited<ReturnType<typeof simulateFor>>;

const decided = (simulated: Simulated): Extract<Simulated, { outcome: 'decided' }> => {
  if (simulated.outcome !== 'decided') throw new Error(simulated.outcome);
  return simulated;
};

describe('simulate (D37)', () => {
  it('returns the balance that the receipt would lead to', async () => {
    expect(await simulateFor(account, 9999)).toMatchObject({
      outcome: 'decided',
      response: {
        memberId: account.memberId,
        memberCreated: false,
        pointsAwarded: 99,
        pointsBalance: 299,
        campaigns: [{ campaignName: 'One percent back', pointsEarned: 99 }],
        _debug: null,
      },
    });
  });

  it('begins at 0 with a fresh id for a member who is not known', async () => {
    const { response } = decided(await simulateFor(null, 9999));
    expect(response).toMatchObject({ memberCreated: true, pointsBalance: 99 });
    expect(isUuid(response.memberId) && isUuid(response.transactionId)).toBe(true);
  });

  it('says why nothing fired', async () => {
    expect(await simulateFor(account, 4999)).toMatchObject({
      response: { pointsAwarded: 0, _debug: { campaignChecks: [{ reason: 'BELOW_MIN_SPEND' }] } },
    });
  });

  it.each([
    ['suspended', 'MEMBER_SUSPENDED'],
    ['anonymized', 'MEMBER_ERASED'],
  ] as const)('refuses a member who is %s', async (state, code) => {
    expect(await simulateFor({ ...account, state }, 9999)).toEqual({ outcome: 'refused', code });
  });

  it.each([
    ['BLOCKED', { outcome: 'refused', code: 'REFERENCE_BLOCKED' }],
    ['EARN_ONLY', { outcome: 'decided' }],
  ] as const)('decides for a reference that is %s as an engine does (D345)', async (state, expected) => {
    const preview = previewOf(account, state);
    const simulate = createPreviewBasket({ preview, db, clock, slots: createShareSlots(previewLimits) });
    const call = { environmentId, secret, request: evaluateRequest({ amountCents: 9999 }), asked: {} };
    expect(await simulate(call, simulateBasket)).toMatchObject(expected);
  });

  const draftOf = (name: string, points: number): CampaignDraft => ({
    campaign: { name, alertThreshold: 0.8, earningRule: { type: 'FIXED_POINTS', points } },
  });

  it('with a draft names its place, and nothing else changes (D205)', async () => {
    const { response: without } = decided(await simulateFor(account, 9999));
    const { response } = decided(await simulateFor(account, 9999, { drafts: [draftOf('Seven', 7)] }));
    expect(response).toMatchObject({ pointsAwarded: 106, pointsBalance: 306, _debug: null });
    expect(response.campaigns[0]).toEqual(without.campaigns[0]);
    expect(response.campaigns.slice(1)).toMatchObject([{ campaignName: 'Seven', pointsEarned: 7, draft: 0 }]);
  });

  it('a draft that stands in for an ACTIVE campaign fires alone, under its id', async () => {
    const drafts = [{ campaignId: onePercent.id.toUpperCase(), ...draftOf('Seven', 7) }];
    const { response } = decided(await simulateFor(account, 9999, { drafts }));
    expect(response).toMatchObject({
      pointsAwarded: 7,
      campaigns: [{ campaignId: onePercent.id, draft: 0 }],
    });
    expect(response.campaigns).toHaveLength(1);
  });

  it('says of a draft too why it did not fire', async () => {
    const dear = { campaign: { ...draftOf('Dear', 7).campaign, minSpend: 6000 } };
    expect(await simulateFor(account, 4999, { drafts: [dear] })).toMatchObject({
      response: { _debug: { activeCampaigns: 2, campaignChecks: [{}, { campaignName: 'Dear', draft: 0 }] } },
    });
  });

  it('names what is wrong with a draft by its place', async () => {
    const late = { ...draftOf('Late', 7).campaign, startDate: '2026-02-01', endDate: '2026-01-01' };
    const drafts = [draftOf('Seven', 7), { campaign: late }];
    expect(await simulateFor(account, 9999, { drafts })).toMatchObject({
      outcome: 'invalid',
      faults: [{ pointer: '/drafts/1/campaign/endDate' }],
    });
  });

  it('has a reference of its own every time', () => {
    expect(simulatedRef()).toMatch(/^simulation-[0-9a-f]{8}$/);
    expect(simulatedRef()).not.toBe(simulatedRef());
  });
});
