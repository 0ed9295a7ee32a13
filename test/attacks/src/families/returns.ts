import { randomUUID } from 'node:crypto';
import { attackOf, type Attack } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { inLoops, type Blow } from '../attacker/blow.ts';
import type { Answer } from '../attacker/caller.ts';
import type { Ground } from '../attacker/ground.ts';
import { receiptOf, times, type Receipt } from '../attacker/receipts.ts';

const dayMs = 86_400_000;
const days = 366;
const daily = 100;
/** Of each member, on the first of the days: returns of them move the figures of all later days. */
const oldReceipts = 20;
const perCall = 1_000;

/** References of receipts that are a year old, of members who have bought something on each day since. */
interface Past {
  readonly refs: readonly string[];
}

const points = {
  name: 'One percent',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
};

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

const send = async ({ live }: Ground, receipts: readonly Receipt[]): Promise<void> => {
  for (let from = 0; from < receipts.length; from += perCall)
    await live.make('/transactions/evaluate/bulk', { items: receipts.slice(from, from + perCall) });
};

/** The oldest day comes first, so that each receipt opens a day at the end of its member's figures. */
const buyDaily = async (ground: Ground, campaign: object | null): Promise<Past> => {
  const { live } = ground;
  await activate(live, points);
  const nowMs = Date.now();
  const buy = (member: number, day: number): Receipt =>
    receiptOf(`daily-${member.toString()}`, {
      amount: 10_000,
      occurredAt: new Date(nowMs - (days - day) * dayMs).toISOString(),
    });
  const old = times(daily * oldReceipts, (n) => buy(n % daily, 0));
  const id = campaign === null ? null : await activate(live, campaign);
  await send(ground, old);
  if (id !== null) await live.send({ method: 'DELETE', path: `/campaigns/${id}` });
  await send(
    ground,
    times(daily * (days - 1), (n) => buy(n % daily, 1 + Math.floor(n / daily))),
  );
  return { refs: old.map(({ transactionRef }) => transactionRef) };
};

/** A cent each time: each receipt a hundred times, then it is refused. */
const createReturns = ({ refs }: Past) => {
  const run = Math.random().toString(36).slice(2);
  return (n: number) => ({
    transactionRef: refs[n % refs.length],
    returnRef: `${run}-${n.toString()}`,
    amount: 1,
  });
};

const inBulk = (blow: Blow, width: number, past: Past): Promise<void> => {
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
];
