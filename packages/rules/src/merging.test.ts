import type { CampaignId, MemberId } from '@loyalty/kernel';
import { decideMerge, mergedPlaceOf, type MergingMember } from './merging.ts';

const member = (id: string, given: Partial<MergingMember['account']> = {}): MergingMember => ({
  account: {
    memberId: id as MemberId,
    state: 'active',
    pointsBalance: 0,
    lifetimePoints: 0,
    ledgerSeq: 0,
    lastActivityAtMs: null,
    ...given,
  },
  figures: { spendCents: 0, txnCount: 0, lastTxnDay: null },
  entryId: `entry of ${id}`,
  hasMerged: false,
});

const lot = { slidingDays: 0, expiresOn: 20_000, points: 30, expiresAtMs: 1, addedAtMs: 0 };

const merged = (context: Parameters<typeof decideMerge>[0]) => {
  const decided = decideMerge(context);
  if (decided.outcome === 'refused') throw new Error(decided.code);
  return decided;
};

test('I29 what leaves one ledger enters the other one with its sign turned, and so do its lots (D346)', () => {
  const { winner, loser } = merged({
    winner: member('w', { pointsBalance: 5, lifetimePoints: 9, ledgerSeq: 2, lastActivityAtMs: 7 }),
    loser: member('l', { pointsBalance: 100, lifetimePoints: 200, ledgerSeq: 4, lastActivityAtMs: 3 }),
    lots: [lot],
  });
  expect([winner.account, loser.account]).toMatchObject([
    { pointsBalance: 105, lifetimePoints: 209, ledgerSeq: 3, lastActivityAtMs: 7 },
    { pointsBalance: 0, lifetimePoints: 0, ledgerSeq: 5 },
  ]);
  expect([winner.posting, loser.posting]).toMatchObject([
    {
      seq: 3,
      type: 'ADJUST',
      points: 100,
      balanceAfter: 105,
      lifetimeChange: 200,
      fromLots: [{ expiresOn: 20_000, points: -30 }],
    },
    {
      seq: 5,
      type: 'ADJUST',
      points: -100,
      balanceAfter: 0,
      lifetimeChange: -200,
      fromLots: [{ expiresOn: 20_000, points: 30 }],
    },
  ]);
});

test('no entry says that nothing was moved (D346)', () => {
  const { winner, loser } = merged({
    winner: member('w', { pointsBalance: 5, ledgerSeq: 2 }),
    loser: member('l', { lifetimePoints: 40, ledgerSeq: 6 }),
    lots: [],
  });
  expect([winner.posting, loser.posting]).toEqual([null, null]);
  expect([winner.account.ledgerSeq, loser.account.ledgerSeq]).toEqual([2, 6]);
  expect(winner.account.lifetimePoints).toBe(40);
});

test('a sum beyond 2^53−1 is refused, whichever it is (D346)', () => {
  const most = Number.MAX_SAFE_INTEGER;
  for (const sum of [{ pointsBalance: most }, { lifetimePoints: most }])
    expect(
      decideMerge({
        winner: member('w', sum),
        loser: member('l', { pointsBalance: 1, lifetimePoints: 1 }),
        lots: [],
      }),
    ).toEqual({ outcome: 'refused', code: 'POINTS_OVERFLOW' });
});

const claim = (seq: number, points: number) => ({
  kind: 'OUT' as const,
  seq,
  points,
  campaignId: 'c' as CampaignId,
});

test('▲ redeems of before a merge pay the claims of before it that they paid until then (D300, D346)', () => {
  const loser = member('l', { pointsBalance: 1, ledgerSeq: 9, claims: [claim(4, 10)] });
  const winner = member('w', { ledgerSeq: 3, claims: [claim(2, 5)], pointsToDeduct: 6 });
  const { account } = merged({ winner, loser, lots: [] }).winner;
  // The merge is entry 10: the redeem of entry 4 pays the claim, and that of entry 5 does not.
  expect(account.claims).toEqual([claim(-6, 10), claim(2, 5)]);
  expect([mergedPlaceOf(4, 10), mergedPlaceOf(5, 10)]).toEqual([-6, -5]);
  expect(account.pointsToDeduct).toBe(6);
});

test('▲ claims of a member into whom others were merged are paid by any redeem of before (D300, D346)', () => {
  const loser = { ...member('l', { ledgerSeq: 9, claims: [claim(-5, 10), claim(4, 3)] }), hasMerged: true };
  const { account } = merged({ winner: member('w'), loser, lots: [] }).winner;
  expect(account.claims).toEqual([claim(0, 10), claim(0, 3)]);
});
