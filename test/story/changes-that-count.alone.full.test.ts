import { randomUUID } from 'node:crypto';
import { dayMs, utcDayOf } from '@loyalty/kernel';
import { sizeOf } from '@loyalty/testkit/runs';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, liftWriteLimit, type TestTenant } from '../support/tenant.ts';
import { startSecondEngine, type TwoEngines } from '../support/two-engines.ts';

const rounds = sizeOf(40, 500);
jest.setTimeout(900_000);
/** Spread over the partitions of both engines. */
const membersCount = 23;

let engines: TwoEngines;
beforeAll(async () => {
  engines = await startSecondEngine();
});
afterAll(() => engines.stop());

const openShop = async (name: string): Promise<TestTenant> => {
  const tenant = await createTestTenant(name);
  await liftWriteLimit(tenant);
  return tenant;
};

const patch = async ({ test: api }: TestTenant, path: string, body: object): Promise<void> => {
  const { status, text } = await api.patch(path, body);
  if (status !== 200) throw new Error(text);
};

const earned = async ({ test: api }: TestTenant, memberRef: string, over: object = {}): Promise<number> => {
  const receipt = { transactionRef: randomUUID(), memberRef, amount: 100, ...over };
  const { status, body, text } = await postPersistently(api, '/transactions/evaluate', receipt);
  if (status !== 200) throw new Error(text);
  return body.pointsAwarded;
};

const memberAt = (n: number): string => `m-${(n % membersCount).toString()}`;
const fixed = (points: number) => ({ earningRule: { type: 'FIXED_POINTS', points } });

interface Round {
  /** Changes something; resolves when the change was answered. */
  readonly change: (n: number) => Promise<void>;
  readonly earns: (n: number) => Promise<readonly number[]>;
  readonly expected: (n: number) => readonly number[];
  /** How many rounds are played; usually `rounds`. */
  readonly times?: number;
}

const sound = { wrong: [], haveBothDecided: true };

/** Each change is answered, then a receipt is sent. Each engine must have decided a tenth of them. */
const playRounds = async ({ change, earns, expected, times = rounds }: Round) => {
  const before = await engines.decided();
  const wrong: unknown[] = [];
  for (let n = 0; n < times; n += 1) {
    await change(n);
    const found = await earns(n);
    if (found.join() !== expected(n).join()) wrong.push({ n, found });
  }
  const after = await engines.decided();
  const haveBothDecided = after.every((count, at) => count - (before[at] ?? 0) > rounds / 10);
  return { wrong, haveBothDecided };
};

describe('a change that was answered counts for the next receipt, whichever engine decides it (D33)', () => {
  /** Raised by one each second time, otherwise lowered to less than anybody has. */
  const maxAt = (n: number): number => (n % 2 === 0 ? n + 10 : 1);

  /** A receipt earns all that is left to its member, and the next one nothing. */
  const leftAt = (): Round['expected'] => {
    const used = new Map<string, number>();
    return (n) => {
      const before = used.get(memberAt(n)) ?? 0;
      used.set(memberAt(n), Math.max(before, maxAt(n)));
      return [Math.max(0, maxAt(n) - before), 0];
    };
  };
  const twice = async (shop: TestTenant, n: number): Promise<readonly number[]> => [
    await earned(shop, memberAt(n)),
    await earned(shop, memberAt(n)),
  ];

  it('▲ of the max of a limit', async () => {
    const shop = await openShop('Raised and lowered');
    const limitsAt = (n: number) => [{ per: 'MEMBER', period: 'EVER', of: 'POINTS', max: maxAt(n) }];
    const [campaignId = ''] = await activateCampaigns(shop.test, [{ name: 'Raised', ...fixed(5_000) }]);
    const played = await playRounds({
      change: (n) => patch(shop, `/campaigns/${campaignId}`, { limits: limitsAt(n) }),
      earns: (n) => twice(shop, n),
      expected: leftAt(),
    });
    expect(played).toEqual(sound);
  });

  it('▲ of caps', async () => {
    const shop = await openShop('Raised caps');
    await activateCampaigns(shop.test, [{ name: 'One', ...fixed(5_000) }]);
    const played = await playRounds({
      change: (n) => patch(shop, '/settings', { memberPointsCaps: { month: maxAt(n) } }),
      earns: (n) => twice(shop, n),
      expected: leftAt(),
    });
    expect(played).toEqual(sound);
  });

  it('of conditions', async () => {
    const shop = await openShop('Changed conditions');
    const [campaignId = ''] = await activateCampaigns(shop.test, [{ name: 'One', ...fixed(1) }]);
    const conditionsOf = (n: number): object | null => {
      const value = n % 3 === 0 ? '2024-11-29' : '2024-12-24';
      return n % 3 === 2 ? null : { field: 'date', op: 'eq', value };
    };
    const played = await playRounds({
      change: (n) => patch(shop, `/campaigns/${campaignId}`, { conditions: conditionsOf(n) }),
      earns: async (n) => [await earned(shop, memberAt(n), { occurredAt: '2024-11-29T12:00:00.000Z' })],
      expected: (n) => [n % 3 === 1 ? 0 : 1],
    });
    expect(played).toEqual(sound);
  });

  it('of the time zone', async () => {
    const shop = await openShop('Changed zones');
    const conditions = { field: 'date', op: 'eq', value: '2024-11-30' };
    await activateCampaigns(shop.test, [{ name: 'The 30th', ...fixed(1), conditions }]);
    // It is the 30th there, from here or from further east.
    const zones: readonly (readonly [string | null, number])[] = [
      ['Africa/Johannesburg', 1],
      ['Atlantic/Azores', 0],
      ['Asia/Kathmandu', 1],
      [null, 0],
    ];
    const zoneOf = (n: number) => zones[n % zones.length] ?? [null, 0];
    const played = await playRounds({
      change: (n) => patch(shop, '/settings', { timeZone: zoneOf(n)[0] }),
      earns: async (n) => [await earned(shop, memberAt(n), { occurredAt: '2024-11-29T23:00:00.000Z' })],
      expected: (n) => [zoneOf(n)[1]],
    });
    expect(played).toEqual(sound);
  });
});

it('▲ what is used of a day is read by the zone of that moment, whichever engine decides', async () => {
  const shop = await openShop('Two dates at once');
  const limits = [{ per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 1 }];
  await activateCampaigns(shop.test, [{ name: 'Once a day', ...fixed(1), limits }]);
  const zones = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const;
  // It is another date in each.
  const occurredAt = new Date(utcDayOf(Date.now()) * dayMs - dayMs / 2).toISOString();
  const played = await playRounds({
    change: (n) => patch(shop, '/settings', { timeZone: zones[n % 2] }),
    earns: async (n) => [await earned(shop, `four at ${Math.floor(n / 4).toString()}`, { occurredAt })],
    // Of four receipts of a member the first on each date earns.
    expected: (n) => [n % 4 < 2 ? 1 : 0],
    // Four rounds share a member, and so an engine: with fewer members one engine now and then has none of them.
    times: 2 * rounds,
  });
  expect(played).toEqual(sound);
});
