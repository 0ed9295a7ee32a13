import {
  type CampaignId,
  type EnvironmentId,
  isUuid,
  type MemberId,
  memberKeyOf,
  type TenantId,
} from '@loyalty/kernel';
import { createShareSlots } from '@loyalty/kernel/shares';
import type { Account, Snapshot } from '@loyalty/rules';
import type { Campaign } from '@loyalty/rules/campaigns';
import { emptyEarningInputs } from '@loyalty/rules/earning';
import { createTestClock } from '../../testing/test-clock.ts';
import { createSimulate, type Preview, simulateLimits, simulatedRef } from './simulate.ts';

const secret = Buffer.alloc(32, 7);
const environmentId = 3 as EnvironmentId;

const onePercent: Campaign = {
  id: '0198c0de-1111-7000-8000-000000000011' as CampaignId,
  name: 'One percent back',
  state: 'ACTIVE',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  redemptionRule: null,
  targetSegmentIds: [],
  storeIds: [],
  startAtMs: null,
  endAtMs: null,
  minSpendCents: 5000,
  maxBudgetCents: null,
  currency: null,
};

const snapshot: Snapshot = {
  environmentId,
  tenantId: '0198c0de-0000-7000-8000-00000000000a' as TenantId,
  mode: 'test',
  version: 1,
  secret,
  campaigns: [onePercent],
  pointValueCents: 1,
  pointsExpiry: { type: 'NONE' },
  tiers: [],
  segmentIds: new Set(),
  idleCampaigns: [],
  eventDefinitions: new Map(),
  exclusiveFrom: new Map(),
  refunds: { refundPoints: 'PRO_RATA', refundGraceDays: 30, unrecoveredPoints: 'FORGIVE' },
};

const account: Account = {
  memberId: '0198c0de-7a11-8d4f-8e32-5c8e3b01d002' as MemberId,
  state: 'active',
  pointsBalance: 200,
  lifetimePoints: 200,
  ledgerSeq: 1,
  lastActivityAtMs: null,
};

const previewOf =
  (known: Account | null): Preview =>
  ({ memberKey, nowMs, newId }) =>
    Promise.resolve({
      snapshot,
      account: memberKey.equals(memberKeyOf(secret, 'customer-42')) ? known : null,
      inputs: emptyEarningInputs,
      nowMs,
      newId,
      draw: () => new Uint8Array(32),
    });

const clock = createTestClock(1_000_000);
const simulateFor = (known: Account | null, amountCents: number) =>
  createSimulate({ preview: previewOf(known), clock, slots: createShareSlots(simulateLimits) })({
    environmentId,
    secret,
    request: {
      transactionRef: 'simulation-1',
      memberRef: 'customer-42',
      amountCents,
      storeRef: null,
      currency: null,
      occurredAt: null,
      products: [],
    },
  });

describe('simulate (D37)', () => {
  it('returns the balance that the receipt would lead to', async () => {
    expect(await simulateFor(account, 9999)).toMatchObject({
      outcome: 'answered',
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
    const simulated = await simulateFor(null, 9999);
    expect(simulated).toMatchObject({ response: { memberCreated: true, pointsBalance: 99 } });
    const { response } = simulated as Extract<typeof simulated, { outcome: 'answered' }>;
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

  it('has a reference of its own every time', () => {
    expect(simulatedRef()).toMatch(/^simulation-[0-9a-f]{8}$/);
    expect(simulatedRef()).not.toBe(simulatedRef());
  });
});
