import { dayMs } from '@loyalty/kernel';
import { KeptMember } from '../testing/kept-member.ts';

const forgiving = (): KeptMember => new KeptMember();

const deducting = (): KeptMember => {
  const member = new KeptMember();
  member.unrecoveredPoints = 'DEDUCT_LATER';
  return member;
};

const both = [
  ['FORGIVE', forgiving],
  ['DEDUCT_LATER', deducting],
] as const;

/** Balance, lifetime points, what is owed. */
const stateOf = ({ account }: KeptMember) => [
  account.pointsBalance,
  account.lifetimePoints,
  account.pointsToDeduct ?? 0,
];

describe('F1: points that are out while their receipt comes back (D300)', () => {
  it.each(both)('%s: authorized, returned and voided three times, nothing is left', (_, begin) => {
    const member = begin();
    for (const round of ['1', '2', '3']) {
      member.earn(round, 1_000, null);
      expect(member.redeem(round, 1_000, true)).toBe(true);
      expect(member.giveBack(round, null, null)?.taken.forgiven).toBe(0);
      expect(member.void(round)).toBe(1_000);
    }
    expect(stateOf(member)).toEqual([0, 0, 0]);
  });

  it.each(both)(
    '%s: two receipts come back in either order, the second with the redeem of the first',
    (_, begin) => {
      for (const order of [
        ['x', 'y'],
        ['y', 'x'],
      ]) {
        const member = begin();
        member.earn('x', 1_000, null);
        member.redeem('y', 1_000, false);
        member.earn('y', 100, null);
        for (const ref of order) member.giveBack(ref, null, null);
        expect(stateOf(member)).toEqual([0, 0, 0]);
      }
    },
  );

  it('owed points cannot be redeemed, whatever gave those on the balance', () => {
    const member = deducting();
    member.earn('x', 100, null);
    member.redeem('out', 100, false);
    member.giveBack('x', null, null);
    member.give(150);
    expect(stateOf(member)).toEqual([150, 0, 100]);
    expect(member.redeem('too many', 51, false)).toBe(false);
    expect(member.redeem('the rest', 50, false)).toBe(true);
  });
});

it.each([
  ['FORGIVE', forgiving, 0],
  // There z itself has paid what was owed.
  ['DEDUCT_LATER', deducting, 100],
] as const)('▲ %s: a redeem after a return owes nothing to it', (_, begin, owed) => {
  const member = begin();
  member.earn('x', 100, null);
  member.redeem('before', 100, false);
  member.giveBack('x', null, null);
  member.earn('z', 100 + owed, null);
  member.redeem('after', 100, false);
  expect([member.void('after'), member.account.pointsBalance]).toEqual([0, 100]);
  expect(member.void('before')).toBe(100 - owed);
});

it('▲ a campaign gets back what its points paid, once, in the order of awards', () => {
  const member = forgiving();
  member.earn('x', 100, null);
  member.redeem('out', 60, false);
  const returned = member.giveBack('x', null, null);
  expect(returned?.awards[0]?.budgetCents).toBe(40);
  expect(member.account.claims).toMatchObject([{ kind: 'OUT', campaignId: 'c1', points: 60 }]);
  expect(member.void('out')).toBe(60);
  expect(member.account.claims).toEqual([]);
});

describe('points of a receipt that are past their time', () => {
  /** `x` is out, past its time; `y` is on the balance, and 50 of it are out, too. */
  const outAndPast = (): KeptMember => {
    const member = forgiving();
    member.earn('x', 100, 1);
    member.redeem('of x', 100, false);
    member.earn('y', 100, null);
    member.redeem('of y', 50, false);
    member.earn('b', 10, null);
    member.atMs += 2 * dayMs;
    return member;
  };

  it('▲ are paid by no other points while they are out, and end when they come back (D167, D188)', () => {
    const member = outAndPast();
    expect(member.giveBack('x', null, null)?.taken).toMatchObject({ fromBalance: 0, expired: 100 });
    expect(member.void('of y')).toBe(0);
    expect([member.void('of x'), member.account.pointsBalance]).toEqual([0, 110]);
  });

  it('▲ pay, once they live again because their redeem came back with its receipt (D178)', () => {
    const member = outAndPast();
    member.giveBack('x', null, null);
    expect(member.giveBack('b', null, 'of x')).toMatchObject({ pointsDeducted: 100 });
    expect(member.account.pointsBalance).toBe(50);
  });

  it('▲ are taken from the others where they live again', () => {
    const member = outAndPast();
    member.giveBack('b', null, 'of x');
    expect(member.account.pointsBalance).toBe(150);
    expect(member.giveBack('x', null, null)?.taken).toMatchObject({ fromBalance: 100, expired: 0 });
    expect(member.account.pointsBalance).toBe(50);
  });
});

it('▲ what an earlier build forgave while it was out still makes nothing from nothing', () => {
  const member = forgiving();
  member.earn('x', 100, null);
  member.redeem('out', 100, false);
  member.giveBack('x', null, null);
  const { account } = member;
  member.account = { ...account, claims: [] };
  expect(member.void('out')).toBe(100);
  expect(stateOf(member)).toEqual([0, 0, 0]);
});
