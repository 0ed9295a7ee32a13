import type { MemberRecord } from '@loyalty/accounts';
import type { TierId } from '@loyalty/kernel';
import type { TierBenefit } from '@loyalty/configuration';
import { memberResponse } from './member-response.ts';

const at = '2026-03-01T08:00:00.000Z';
const member: MemberRecord = {
  id: 'm1',
  tenantId: 't1',
  externalRef: 'customer-42',
  name: null,
  email: null,
  phone: null,
  pointsBalance: 20,
  lifetimePoints: 150,
  state: 'active',
  lastActivityAt: null,
  stateReason: null,
  stateChangedAt: null,
  enrolledAt: at,
  createdAt: at,
  updatedAt: at,
};

const tier = (id: string, minLifetimePoints: number, ...benefits: TierBenefit[]) => ({
  id: id as TierId,
  name: `The ${id} tier`,
  minLifetimePoints,
  benefits,
});
const multiplier = (value: number): TierBenefit => ({ type: 'EARN_MULTIPLIER', multiplier: value });
const label: TierBenefit = { type: 'LABEL', description: 'Free delivery' };

test('a member is shown with the tier that they reach, and its multiplier (D28, D54)', () => {
  const tiers = [
    tier('gold', 1_000, multiplier(3)),
    tier('silver', 150, label, multiplier(1.5), multiplier(2)),
  ];
  expect(memberResponse(member, tiers)).toEqual({
    ...member,
    tierId: 'silver',
    tier: { id: 'silver', name: 'The silver tier', nextTierId: 'gold', pointsToNextTier: 850 },
    earnMultiplier: 2,
  });
});

test('a member without a tier, or in one that multiplies nothing, has no multiplier', () => {
  expect(memberResponse(member, [])).toEqual({
    ...member,
    tierId: null,
    tier: { id: null, name: null, nextTierId: null, pointsToNextTier: null },
    earnMultiplier: null,
  });
  expect(memberResponse(member, [tier('bronze', 0, label)])).toMatchObject({ earnMultiplier: null });
});
