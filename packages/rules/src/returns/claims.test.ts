import type { CampaignId } from '@loyalty/kernel';
import type { Claim } from '../member.ts';
import { claimedOf, payableClaims, withClaims } from './claims.ts';
import { nothingSpent } from './spent-points.ts';

const claim = (given: Partial<Claim> = {}): Claim => ({
  kind: 'OUT',
  seq: 7,
  campaignId: 'c1' as CampaignId,
  points: 10,
  ...given,
});

const out = (...redeems: readonly (readonly [seq: number, points: number])[]) => ({
  ...nothingSpent,
  out: redeems.map(([seq, points]) => ({ seq, points, lots: [] })),
});

test('claims on redeems that never come back are no more than what is out of these', () => {
  const claims = [claim({ seq: 5, points: 30 }), claim({ seq: 9, points: 30, kind: 'EXPIRED' })];
  expect(payableClaims({ claims }, out([4, 20], [8, 15], [12, 100]))).toEqual([
    { ...claims[0], points: 20 },
    { ...claims[1], points: 15 },
  ]);
});

test('▲ what earnings have paid of what is owed is gone from the oldest claims', () => {
  const claims = [claim({ kind: 'OWED', points: 30 }), claim({ kind: 'OWED', seq: 9, points: 30 })];
  expect(payableClaims({ claims, pointsToDeduct: 25 }, nothingSpent)).toEqual([{ ...claims[1], points: 25 }]);
});

test('▲ a member has at most 32 claims: the oldest of a kind are joined, as a claim of the later return', () => {
  let claims: readonly Claim[] = [claim({ kind: 'OWED', seq: 0 })];
  for (let seq = 1; seq <= 100; seq += 1)
    claims = withClaims(claims, [claim({ seq, campaignId: (seq % 2 === 0 ? 'c1' : 'c2') as CampaignId })]);
  expect(claims).toHaveLength(32);
  expect(claimedOf(claims)).toEqual({ OUT: 1_000, EXPIRED: 0, OWED: 10 });
  expect(claims.slice(0, 3)).toEqual([
    claim({ kind: 'OWED', seq: 0 }),
    claim({ seq: 70, campaignId: null, points: 700 }),
    claim({ seq: 71, campaignId: 'c2' as CampaignId }),
  ]);
});
