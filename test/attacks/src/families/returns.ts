import { randomUUID } from 'node:crypto';
import { attackOf, type Attack } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { inLoops, type Blow } from '../attacker/blow.ts';
import type { Answer } from '../attacker/caller.ts';
import { buyDaily, type DailyPast, points } from '../attacker/daily-buyers.ts';
import type { Ground } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

const perCall = 1_000;

const burning = { ...points, name: 'Points to burn', redemptionRule: { pointsPerRand: 10 } };

const fiftyRewards = {
  name: 'Fifty coffees',
  earningRule: {
    type: 'SURPRISE_DELIGHT',
    rewardRules: times(50, () => ({
      everyNth: 1,
      reward: { rewardType: 'FREE_ITEM', value: { description: 'A coffee' } },
    })),
  },
};

/** A cent each time: each receipt a hundred times, then it is refused. */
const createReturns = ({ refs }: DailyPast) => {
  const run = Math.random().toString(36).slice(2);
  return (n: number) => ({
    transactionRef: refs[n % refs.length],
    returnRef: `${run}-${n.toString()}`,
    amount: 1,
  });
};

const inBulk = (blow: Blow, width: number, past: DailyPast): Promise<void> => {
  const returnOf = createReturns(past);
  return inLoops(width, blow, (call) => {
    const items = times(perCall, (n) => returnOf(call * perCall + n));
    return blow.live.post('/transactions/returns/bulk', { items });
  });
};

const holders = 20;
const holder = (n: number): string => `holder-${(n % holders).toString()}`;

/** Members with points enough for all that follows. */
const earnToHold = async ({ live }: Ground): Promise<null> => {
  await activate(live, burning);
  await live.make('/transactions/evaluate/bulk', {
    items: times(holders, (n) => receiptOf(holder(n), { amount: 100_000_000 })),
  });
  return null;
};

/** Nothing is ever spent; each pair leaves a row that has ended, and two entries. */
const holdAndRelease = async ({ live }: Blow, n: number): Promise<Answer> => {
  const transactionRef = randomUUID();
  const order = { transactionRef, memberRef: holder(n), amount: 100_000, pointsRequested: 10 };
  const held = await live.post('/transactions/redeem/authorize', order);
  return held.status === 200 ? live.post('/transactions/redeem/void', { transactionRef }) : held;
};

const reapers = 16;
/** Each loop has a member of its own, who has nothing but what the loop earns, so no order is refused. */
const reaper = (n: number): string => `reaper-${(n % reapers).toString()}`;

const earnNothing = async ({ live }: Ground): Promise<null> => {
  await activate(live, burning);
  return null;
};

const pointsOfReaped = 1_000;

/** Evaluates a receipt whose points the next step takes out. */
const earnToReap = ({ live }: Blow, n: number, ref: string): Promise<Answer> =>
  live.evaluate({ ...receiptOf(reaper(n), { amount: pointsOfReaped * 100 }), transactionRef: ref });

const orderToReap = (n: number, ref: string) => ({
  transactionRef: ref,
  memberRef: reaper(n),
  amount: 1_000_000,
  pointsRequested: pointsOfReaped,
});

const bringBack = ({ live }: Blow, ref: string): Promise<Answer> =>
  live.post('/transactions/returns', { transactionRef: ref, returnRef: randomUUID(), whole: true });

/** One of the ways in which points are out while their receipt comes back. */
type Reaping = 'authorize' | 'lapse' | 'redeem' | 'wrong-order';

const reap = async (blow: Blow, n: number, how: Reaping): Promise<Answer> => {
  const { live } = blow;
  const [sale, order] = [randomUUID(), randomUUID()];
  await earnToReap(blow, n, sale);
  const asked = orderToReap(n, order);
  if (how === 'authorize' || how === 'lapse')
    await live.post('/transactions/redeem/authorize', {
      ...asked,
      ...(how === 'lapse' && { ttlSeconds: 1 }),
    });
  else await live.post('/transactions/redeem', asked);
  // The points paid for another basket, which comes back later: two receipts in the order that paid twice.
  if (how === 'wrong-order')
    await live.evaluate({ ...receiptOf(reaper(n), { amount: 10_000 }), transactionRef: order });
  const returned = await bringBack(blow, sale);
  if (how === 'lapse') return returned;
  return how === 'wrong-order'
    ? bringBack(blow, order)
    : live.post('/transactions/redeem/void', { transactionRef: order });
};

const reapingOf = (
  name: string,
  { how, does, isLegalBecause }: { readonly how: Reaping } & Pick<Attack, 'does' | 'isLegalBecause'>,
): Attack =>
  attackOf({
    name,
    aimsAt: 'burn-engine',
    does,
    isLegalBecause,
    prepare: earnNothing,
    strike: (blow) => inLoops(reapers, blow, (n) => reap(blow, n, how)),
    // Two loops may serve one member, and a limit may leave a step out.
    mayGet: [404, 409, 422],
  });

/** Attacks by what is taken back: receipts, and points that were held. */
export const returns: readonly Attack[] = [
  attackOf({
    name: 'a-hundred-thousand-returns',
    aimsAt: 'burn-engine',
    does: 'Sends calls of 1,000 returns, four at once, of receipts of a year ago that gave 50 rewards each, of members who buy daily.',
    isLegalBecause:
      'There is no window for returns (D165), and a receipt may be returned in 100 parts (D166).',
    prepare: (ground) => buyDaily(ground, fiftyRewards),
    strike: (blow, past) => inBulk(blow, 4, past),
  }),
  attackOf({
    name: 'returns-of-daily-buyers',
    aimsAt: 'burn-engine',
    does: 'Returns parts of receipts of a year ago, of members who buy daily, from 16 tills.',
    isLegalBecause: 'There is no window for returns (D165).',
    prepare: (ground) => buyDaily(ground, null),
    strike: (blow, past) => {
      const returnOf = createReturns(past);
      return inLoops(16, blow, (n) => blow.live.post('/transactions/returns', returnOf(n)));
    },
    mayGet: [409, 422],
  }),
  attackOf({
    name: 'authorize-and-void',
    aimsAt: 'burn-engine',
    does: 'Holds points of twenty members and gives them back, from 16 tills.',
    isLegalBecause: 'An authorization may be voided, and nothing bounds how often (D190).',
    prepare: earnToHold,
    strike: (blow) => inLoops(16, blow, (n) => holdAndRelease(blow, n)),
  }),
  // Points from nothing: what these would leave on a balance breaks I25, which `loyaltyctl check` judges.
  reapingOf('points-held-over-a-return', {
    how: 'authorize',
    does: 'Authorizes all points, returns the receipt that gave them, and voids the authorization, from 16 tills.',
    isLegalBecause: 'A checkout may be given up after the goods came back (D190).',
  }),
  reapingOf('points-that-lapse-after-a-return', {
    how: 'lapse',
    does: 'Authorizes all points for a second and returns the receipt that gave them, from 16 tills.',
    isLegalBecause: 'An authorization that nobody ends lapses by itself (D187).',
  }),
  reapingOf('points-redeemed-over-a-return', {
    how: 'redeem',
    does: 'Redeems all points, returns the receipt that gave them, and voids the redeem, from 16 tills.',
    isLegalBecause: 'A plain redeem may be voided (D190).',
  }),
  reapingOf('two-receipts-in-the-wrong-order', {
    how: 'wrong-order',
    does: 'Pays a basket with the points of another one, and returns the other one first, from 16 tills.',
    isLegalBecause: 'Receipts may come back in any order (D165).',
  }),
];
