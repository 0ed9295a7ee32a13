import { randomUUID } from 'node:crypto';
import { createBulk } from '../support/bulk.ts';
import { activateCampaigns, createTestTenant, liftWriteLimit, type TestTenant } from '../support/tenant.ts';

/** Instants at which a local day begins: those of both changes of the clock, and the days behind them. */
const midnights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Europe/Berlin': {
    '2026-03-29': '2026-03-28T23:00:00.000Z',
    '2026-03-30': '2026-03-29T22:00:00.000Z',
    '2026-10-25': '2026-10-24T22:00:00.000Z',
    '2026-10-26': '2026-10-25T23:00:00.000Z',
  },
  'Africa/Johannesburg': {
    '2026-03-29': '2026-03-28T22:00:00.000Z',
    '2026-10-25': '2026-10-24T22:00:00.000Z',
  },
  'Asia/Kathmandu': {
    '2026-03-29': '2026-03-28T18:15:00.000Z',
    '2026-10-25': '2026-10-24T18:15:00.000Z',
  },
  'Australia/Lord_Howe': {
    '2026-04-05': '2026-04-04T13:00:00.000Z',
    '2026-04-06': '2026-04-05T13:30:00.000Z',
    '2026-10-04': '2026-10-03T13:30:00.000Z',
    '2026-10-05': '2026-10-04T13:00:00.000Z',
  },
};

const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const given = (points: number, field: string, value: unknown) => ({
  name: `${field} ${String(value)}`,
  earningRule: { type: 'FIXED_POINTS', points },
  conditions: { field, op: 'eq', value },
});

const openShop = async (timeZone: string): Promise<TestTenant> => {
  const shop = await createTestTenant(`Midnight in ${timeZone}`);
  await liftWriteLimit(shop);
  expect((await shop.test.patch('/settings', { timeZone })).status).toBe(200);
  return shop;
};

it.each(Object.entries(midnights))(
  'in %s a receipt of the last millisecond of a day earns by that day, and of the first ones by the next, also where the clock changes (D225)',
  async (timeZone, begins) => {
    const shop = await openShop(timeZone);
    const dates = [...new Set(Object.keys(begins).flatMap((date) => [dayBefore(date), date]))];
    // Each gives another power of two, so what a receipt earns says on which date and at which times it was.
    const pointsOf = new Map(dates.map((date, n) => [date, 2 ** (n + 2)]));
    await activateCampaigns(shop.test, [
      given(1, 'time', '00:00'),
      given(2, 'time', '23:59'),
      ...[...pointsOf].map(([date, points]) => given(points, 'date', date)),
    ]);
    const expected = Object.entries(begins).flatMap(([date, beginsAt]) =>
      [-1, 0, 1].map((off) => {
        const occurredAt = new Date(Date.parse(beginsAt) + off).toISOString();
        const [day, time] = off < 0 ? [dayBefore(date), 2] : [date, 1];
        return { occurredAt, points: (pointsOf.get(day) ?? 0) + time };
      }),
    );
    const { results } = await createBulk(
      shop.tenantId,
      shop.keys.test,
    )(
      expected.map(({ occurredAt }) => ({
        transactionRef: randomUUID(),
        memberRef: 'anna',
        amount: 100,
        occurredAt,
      })),
    );
    const found = results.map(({ body }, at) => ({
      occurredAt: expected[at]?.occurredAt,
      points: body.pointsAwarded,
    }));
    expect(found).toEqual(expected);
  },
);
