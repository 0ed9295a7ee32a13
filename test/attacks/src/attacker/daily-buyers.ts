import { activate } from './activate.ts';
import type { Ground } from './ground.ts';
import { receiptOf, times, type Receipt } from './receipts.ts';

const dayMs = 86_400_000;
const days = 366;

/** So many members buy on each day. */
export const daily = 100;

export const dailyRef = (n: number): string => `daily-${n.toString()}`;

/**
 * Each member has these receipts on the first of the days, so that their returns move the figures of all
 * later days.
 */
const oldReceipts = 20;
const perCall = 1_000;

/** References of receipts that are a year old, of members who have bought something on each day since. */
export interface DailyPast {
  readonly refs: readonly string[];
}

export const points = {
  name: 'One percent',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
};

const send = async ({ live }: Ground, receipts: readonly Receipt[]): Promise<void> => {
  for (let from = 0; from < receipts.length; from += perCall)
    await live.make('/transactions/evaluate/bulk', { items: receipts.slice(from, from + perCall) });
};

/**
 * Gives each of {@link daily} members receipts on 366 days; a campaign holds only for those of the first day.
 * The oldest day comes first, so that each receipt opens a day at the end of its member's figures.
 */
export const buyDaily = async (ground: Ground, campaign: object | null): Promise<DailyPast> => {
  const { live } = ground;
  await activate(live, points);
  const nowMs = Date.now();
  const buy = (member: number, day: number): Receipt =>
    receiptOf(dailyRef(member), {
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
