import fc from 'fast-check';
import { type CampaignId, dayMs, type TransactionId, utcDayOf } from '@loyalty/kernel';
import { type Lot, lotNameOf } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { applyReturn, decideReturn, type ReturnProcessed } from './decide-return.ts';
import type { RefundRules } from './refund-rules.ts';
import { nothingSpent } from './spent-points.ts';
import type { StoredReceipt } from './stored-receipt.ts';
import type { EarnedEntry } from './take-points.ts';

// eslint-disable-next-line n/no-process-env, no-restricted-globals -- a night asks for more (docs/tests.md); the usual ones take no time.
const numRuns = Math.max(200, Number(process.env['HISTORIES'] ?? 0));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Days from now; null for points that never expire. */
const expiries = fc.option(fc.integer({ min: -3, max: 5 }), { nil: null });

const awards = fc.array(
  fc.record({
    points: fc.integer({ min: 0, max: 300 }),
    days: expiries,
    waits: fc.constantFrom(false, false, true),
  }),
  { minLength: 1, maxLength: 5 },
);

interface Life {
  readonly account: Account;
  readonly lots: readonly Lot[];
  readonly receipt: StoredReceipt;
  readonly refunds: RefundRules;
}

const lotOf = (days: number, points: number): Lot => {
  const expiresAtMs = nowMs + days * dayMs;
  return { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs), points, expiresAtMs, addedAtMs: nowMs };
};

/** Groups points by their expiry, as earning does. */
const entriesOf = (awarded: readonly { readonly points: number; readonly days: number | null }[]) => {
  const groups = new Map<number | null, number>();
  for (const { days, points } of awarded) groups.set(days, (groups.get(days) ?? 0) + points);
  return [...groups].filter(([, points]) => points > 0);
};

const lives = fc
  .record({
    awarded: awards,
    amountCents: fc.integer({ min: 1, max: 20_000 }),
    others: fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 200 })), {
      maxLength: 4,
    }),
    free: fc.integer({ min: 0, max: 200 }),
    /** How many points of each entry were not spent since, in percent. */
    unspent: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }),
    isUnspent: fc.boolean(),
    unrecoveredPoints: fc.constantFrom('FORGIVE' as const, 'DEDUCT_LATER' as const),
  })
  .map(({ awarded, amountCents, others, free, unspent, isUnspent, unrecoveredPoints }): Life => {
    const groups = entriesOf(awarded.filter(({ waits }) => !waits));
    const pending = awarded
      .filter(({ waits, points: waiting }) => waits && waiting > 0)
      .map(({ points: waiting }, n) => ({ n, points: waiting }));
    const entries = groups.map(([days, points]): EarnedEntry => ({
      points,
      expiresAtMs: days === null ? null : nowMs + days * dayMs,
      addedAtMs: nowMs - 9 * dayMs,
    }));
    const left = groups.map(
      ([days, points], at) =>
        [days, isUnspent ? points : Math.floor((points * (unspent[at] ?? 0)) / 100)] as const,
    );
    const points = new Map<number, number>();
    for (const [days, held] of [...left, ...others])
      if (days !== null && (days > 0 || isUnspent)) points.set(days, (points.get(days) ?? 0) + held);
    const lots = [...points].filter(([, held]) => held > 0).map(([days, held]) => lotOf(days, held));
    const unbound = free + sumOf(left.flatMap(([days, held]) => (days === null ? [held] : [])));
    const pointsBalance = unbound + sumOf(lots.map((lot) => lot.points));
    const account = accountOf({
      pointsBalance,
      lifetimePoints: pointsBalance + 10_000,
      ledgerSeq: 9,
      lastActivityAtMs: nowMs,
    });
    const receipt: StoredReceipt = {
      transactionId: 'receipt' as TransactionId,
      memberId: account.memberId,
      amountCents,
      occurredAtMs: nowMs - 9 * dayMs,
      awards: awarded.map(({ points: pointsEarned }, at) => ({
        campaignId: at.toString() as CampaignId,
        campaignName: at.toString(),
        pointsEarned,
        rewardIds: [],
      })),
      cards: [],
      terms: null,
      entries,
      pending,
      returned: null,
    };
    const refunds = { refundPoints: 'PRO_RATA', refundGraceDays: 30, unrecoveredPoints } as const;
    return { account, lots, receipt, refunds };
  });

/** Parts of an amount, which add up to it. */
const cut = (amount: number, shares: readonly number[]): readonly number[] => {
  const parts: number[] = [];
  let left = amount;
  for (const share of shares) {
    const part = Math.min(left, Math.ceil((amount * share) / 100));
    if (part > 0) parts.push(part);
    left -= part;
  }
  return left > 0 ? [...parts, left] : parts;
};

const shares = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 });

const noRedeem = { redeem: null, pointsExpiry: { type: 'NONE' }, zone: null } as const;

const nothingHangs = {
  rewards: new Map(),
  stampsOf: () => 0,
  pointValueCents: 1,
  spent: { ...nothingSpent, givenByHand: 1_000_000 },
};

const returnPart = (life: Life, n: number, amountCents: number | null) => {
  const decided = decideReturn(
    { ...life, ...nothingHangs, ...noRedeem, nowMs, newId: (kind) => `${n.toString()}/${kind}` },
    {
      ref: n.toString(),
      transactionRef: 'r',
      amountCents,
      isWhole: amountCents === null,
      lines: [],
      redeemRef: null,
      reason: null,
    },
  );
  if (decided.outcome === 'refused') throw new Error(decided.code);
  const { taken, after } = decided;
  const receipt = { ...life.receipt, pending: taken.pendingAfter, returned: after };
  const account = applyReturn(life.account, decided);
  return { decided, life: { ...life, account, lots: taken.lotsAfter, receipt } };
};

const returnParts = (life: Life, parts: readonly (number | null)[]) => {
  const decisions: ReturnProcessed[] = [];
  let present = life;
  for (const [n, part] of parts.entries()) {
    const { decided, life: after } = returnPart(present, n, part);
    decisions.push(decided);
    present = after;
  }
  return { decisions, end: present };
};

const heldBy = (lots: readonly Lot[]): ReadonlyMap<string, number> =>
  new Map(lots.map((lot) => [lotNameOf(lot), lot.points]));

it('▲ I21: all parts reverse what the receipt earned, and what is kept follows from the sum alone (D166)', () => {
  fc.assert(
    fc.property(lives, shares, fc.boolean(), (life, cuts, endsWhole) => {
      const { amountCents, awards: given } = life.receipt;
      const parts = cut(amountCents ?? 0, cuts);
      const { decisions, end } = returnParts(life, endsWhole ? [...parts.slice(0, -1), null] : parts);
      let returned = 0;
      for (const [n, { after, isWhole }] of decisions.entries()) {
        returned += parts[n] ?? 0;
        const remaining = BigInt((amountCents ?? 0) - returned);
        const kept = given.map(({ pointsEarned }) =>
          Number((BigInt(pointsEarned) * remaining) / BigInt(amountCents ?? 1)),
        );
        expect([after.kept, after.amountCents, isWhole]).toEqual([kept, returned, remaining === 0n]);
      }
      const earned = sumOf(given.map(({ pointsEarned }) => pointsEarned));
      expect(sumOf(decisions.map(({ pointsReversed }) => pointsReversed))).toBe(earned);
      const waited = sumOf(life.receipt.pending.map(({ points }) => points));
      expect(end.receipt.pending.every(({ points }) => points === 0)).toBe(true);
      expect(life.account.lifetimePoints - end.account.lifetimePoints).toBe(earned - waited);
    }),
    { numRuns },
  );
});

it('I2, I13: each point is taken, expired or forgiven; lots lose what the entry says, and stay a part of the balance', () => {
  fc.assert(
    fc.property(lives, shares, (life, cuts) => {
      let present = life;
      for (const [n, part] of cut(life.receipt.amountCents ?? 0, cuts).entries()) {
        const { decided, life: after } = returnPart(present, n, part);
        const { taken, pointsReversed, postings } = decided;
        const unrecovered = taken.forgiven + taken.toDeduct;
        const matured = taken.fromBalance + taken.expired + unrecovered;
        expect(taken.fromPending + matured).toBe(pointsReversed);
        // Nothing else is taken while anything waits.
        expect(matured === 0 || sumOf(taken.pendingAfter.map(({ points }) => points)) === 0).toBe(true);
        const expected = new Map(heldBy(present.lots));
        for (const take of taken.fromLots) {
          expect(take.points).toBeGreaterThan(0);
          expected.set(lotNameOf(take), (expected.get(lotNameOf(take)) ?? 0) - take.points);
        }
        expect(heldBy(after.lots)).toEqual(new Map([...expected].filter(([, held]) => held !== 0)));
        expect(after.account.pointsBalance).toBeGreaterThanOrEqual(sumOf([...heldBy(after.lots).values()]));
        expect(postings.map(({ points, balanceAfter }) => [points, balanceAfter])).toEqual(
          matured === 0 ? [] : [[0 - taken.fromBalance, after.account.pointsBalance]],
        );
        expect(unrecovered === 0 || after.account.pointsBalance === 0).toBe(true);
        expect(taken.forgiven === 0 || taken.toDeduct === 0).toBe(true);
        expect(after.account.pointsToDeduct ?? 0).toBe(
          (present.account.pointsToDeduct ?? 0) + taken.toDeduct,
        );
        present = after;
      }
    }),
    { numRuns },
  );
});

it('of a receipt whose points are all there, each entry loses what it earned, however it is cut (D167)', () => {
  fc.assert(
    fc.property(
      lives.filter(({ lots, receipt, account }) => {
        const held = heldBy(lots);
        const free = account.pointsBalance - sumOf([...held.values()]);
        return receipt.entries.every(({ points, expiresAtMs }) => {
          const lot = { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs ?? 0) };
          return (expiresAtMs === null ? free : (held.get(lotNameOf(lot)) ?? 0)) >= points;
        });
      }),
      shares,
      (life, cuts) => {
        const { decisions, end } = returnParts(life, cut(life.receipt.amountCents ?? 0, cuts));
        for (const { taken } of decisions)
          expect([taken.expired, taken.forgiven, taken.toDeduct]).toEqual([0, 0, 0]);
        const expected = new Map(heldBy(life.lots));
        for (const { points, expiresAtMs } of life.receipt.entries) {
          if (expiresAtMs === null) continue;
          const name = lotNameOf({ slidingDays: 0, expiresOn: utcDayOf(expiresAtMs) });
          expected.set(name, (expected.get(name) ?? 0) - points);
        }
        expect(heldBy(end.lots)).toEqual(new Map([...expected].filter(([, held]) => held > 0)));
      },
    ),
    { numRuns },
  );
});
