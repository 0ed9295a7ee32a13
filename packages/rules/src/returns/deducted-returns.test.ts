import { account, entry, processed, receipt } from '../testing/returns.ts';
import { applyReturn } from './decide-return.ts';
import { toReturnResponse } from './return-response.ts';

describe('what the balance has not got, by DEDUCT_LATER (D192)', () => {
  const later = { refunds: { unrecoveredPoints: 'DEDUCT_LATER' } } as const;
  const partsOf = ({ taken }: ReturnType<typeof processed>) => [
    taken.fromBalance,
    taken.expired,
    taken.forgiven,
    taken.toDeduct,
  ];
  const poor = account({ pointsBalance: 50, lifetimePoints: 260 });

  it('▲ is to be deducted: of 200 points 50 are taken, and 150 remain', () => {
    const awards = receipt().awards.slice(0, 1);
    const ofOneAward = receipt({ awards, entries: [entry(null, 200)] });
    const decision = processed({ account: poor, receipt: ofOneAward, ...later });
    expect([decision.pointsReversed, partsOf(decision)]).toEqual([200, [50, 0, 0, 150]]);
    expect(decision.postings).toMatchObject([{ points: -50, lifetimeChange: -200 }]);
    expect(applyReturn(poor, decision)).toMatchObject({
      pointsBalance: 0,
      lifetimePoints: 60,
      pointsToDeduct: 150,
    });
    expect(toReturnResponse(decision)).toMatchObject({ pointsForgiven: 0, pointsToDeduct: 150 });
  });

  it('adds to what is to be deducted already; by FORGIVE that stays as it is', () => {
    const indebted = { ...poor, pointsToDeduct: 7 };
    expect(applyReturn(indebted, processed({ account: indebted, ...later }))).toMatchObject({
      pointsToDeduct: 217,
    });
    const forgiven = processed({ account: indebted });
    expect(partsOf(forgiven)).toEqual([50, 0, 210, 0]);
    expect(applyReturn(indebted, forgiven)).toMatchObject({ pointsToDeduct: 7 });
    expect(toReturnResponse(forgiven)).not.toHaveProperty('pointsToDeduct');
    expect(applyReturn(poor, processed({ account: poor }))).not.toHaveProperty('pointsToDeduct');
  });

  it('is not what has expired: that stays pointsExpired', () => {
    const decision = processed({ account: poor, receipt: receipt({ entries: [entry(-1, 260)] }), ...later });
    expect(partsOf(decision)).toEqual([0, 260, 0, 0]);
  });

  it('stays spent: a campaign gets back what was recovered, and nothing more', () => {
    const cents = processed({ account: poor, ...later }).awards.map(({ budgetCents }) => budgetCents);
    expect(cents).toEqual([50, 0, 0]);
  });

  it('is what points that were deducted at once leave open again, when their receipt comes back', () => {
    // 260 were earned, and 150 of them went to a return of before.
    const decision = processed({ account: account({ pointsBalance: 110, pointsToDeduct: 0 }), ...later });
    expect(partsOf(decision)).toEqual([110, 0, 0, 150]);
  });

  it('is forgiven beyond what an account can hold', () => {
    const full = { ...poor, pointsToDeduct: Number.MAX_SAFE_INTEGER - 10 };
    const decision = processed({ account: full, ...later });
    expect(partsOf(decision)).toEqual([50, 0, 200, 10]);
    expect(applyReturn(full, decision).pointsToDeduct).toBe(Number.MAX_SAFE_INTEGER);
  });
});
