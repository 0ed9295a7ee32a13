import fc from 'fast-check';
import { redeemRequest } from '@loyalty/contracts/testing';
import { createEngineBatch, createEnginePorts } from '@loyalty/engine';
import { type EnvironmentId, memberKeyOf, randomId, systemClock } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import type { Message } from '@loyalty/streams';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { createSegment } from '@loyalty/tables/segments/management';
import { createTenant } from '@loyalty/tables/tenants';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createSchemaDatabase } from '@loyalty/testkit/database';
import { MemoryCache, runBatch, testAtMs, testMessage } from '@loyalty/testkit/engine';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import {
  PlainBurner,
  type PlainCampaign,
  type PlainLot,
  type PlainOrder,
  type PlainResult,
} from './testing/plain-burner.ts';
import { createBurnHandler } from './usecases/burn-handler.ts';
import type { BurnBody } from './usecases/burn-request.ts';

jest.setTimeout(historiesTimeoutMs);

let db: Database;
let drop: () => Promise<void>;
let environmentId: EnvironmentId;
let secret: Buffer;
// A separate database: the nightly job of the stack's burn engine would expire lots that are due by its
// clock.
beforeAll(async () => {
  ({ db, drop } = await createSchemaDatabase());
});
afterAll(() => drop());

/** Starts a burn engine that has decided nothing yet, so that it finds repeats in Postgres too. */
const startEngine = () => {
  const metrics = createMetrics({ service: 'burn-histories' });
  const schemaIds = { of: () => () => 1 };
  const cache = new MemoryCache();
  const ports = createEnginePorts({ reads: db, cache, clock: systemClock, schemaIds, metrics });
  const kind = createBurnHandler(ports);
  const handler = createEngineBatch(kind, ports);
  const run = async (batch: readonly Message<BurnBody>[]): Promise<PlainResult[]> => {
    const plan = await runBatch(db, handler, batch);
    return plan.outcomes.map((outcome) => {
      if (outcome.outcome === 'refused') return outcome.code;
      if (outcome.outcome === 'skipped') return outcome.reason;
      const response = JSON.parse(outcome.response.toString()) as Record<string, never>;
      return [response['pointsRedeemed'], response['discountAmount'], response['constraintApplied']] as never;
    });
  };
  return run;
};

const dayMs = 86_400_000;
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 1 });
const currencies = fc.constantFrom('ZAR', 'JPY');
const percents = fc.integer({ min: 10_000, max: 1_000_000 });

const campaigns = fc.array(
  fc.record({
    rate: fc.oneof(fc.integer({ min: 50, max: 12_000 }), fc.constantFrom(10_000, 100_000)),
    min: maybe(fc.integer({ min: 1, max: 40 })),
    max: maybe(fc.integer({ min: 40, max: 200 })),
    percent: maybe(percents),
    capsBalance: fc.boolean(),
    budgetCents: maybe(fc.integer({ min: 1, max: 20_000 })),
    minSpendCents: rarely(fc.integer({ min: 1, max: 20_000 })),
    currency: rarely(currencies),
    isTargeted: rarely(fc.boolean()),
    takesFewest: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

const lots = fc.uniqueArray(
  fc.record({
    slidingDays: fc.constantFrom(0, 0, 0, 10, 30),
    /** The days that dated points have left, where those below 0 wait for the nightly run; the age of sliding ones. */
    days: fc.integer({ min: -3, max: 60 }),
    points: fc.integer({ min: 1, max: 60 }),
  }),
  {
    maxLength: 25,
    selector: ({ slidingDays, days }) =>
      slidingDays === 0 ? `d${days.toString()}` : `s${slidingDays.toString()}`,
  },
);

const orders = fc.array(
  fc.record({
    /** Some references are used twice. */
    ref: fc.integer({ min: 1, max: 12 }),
    amountCents: fc.integer({ min: 50, max: 30_000 }),
    points: fc.integer({ min: 1, max: 300 }),
    /** The place of the campaign; a place beyond the last means the default. */
    pinned: fc.integer({ min: 0, max: 6 }),
    percent: maybe(percents),
    currency: rarely(currencies),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Number of redeems in each batch. */
const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 14, maxLength: 14 });

interface Made {
  readonly campaigns: readonly PlainCampaign[];
  readonly lots: readonly PlainLot[];
  readonly memberId: string;
}

type Wanted = Omit<PlainCampaign, 'id'>;

/** The member will be in the one segment, and nobody in the other. */
interface MadeSegments {
  readonly own: string;
  readonly other: string;
}

const makeSegment = async (name: string): Promise<string> => {
  const made = await createSegment(db, environmentId, { name, type: 'STATIC' });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  return made.record.id;
};

const makeCampaign = async (wanted: Wanted, { own, other }: MadeSegments): Promise<PlainCampaign> => {
  const optional = (name: string, value: number | string | null) => (value === null ? {} : { [name]: value });
  const made = await createCampaign(db, environmentId, {
    name: 'Burns',
    earningRule: { type: 'FIXED_POINTS', points: 1 },
    redemptionRule: {
      pointsPerRand: wanted.rate / 10_000,
      ...optional('minPointsPerRedemption', wanted.min),
      ...optional('maxPointsPerRedemption', wanted.max),
      ...optional('maxDiscountPercentOfBasket', wanted.percent === null ? null : wanted.percent / 10_000),
      onInsufficientBalance: wanted.capsBalance ? 'CAP' : 'REJECT',
      takes: wanted.takesFewest ? 'FEWEST' : 'AS_ASKED',
    },
    targetSegmentIds: wanted.isTargeted === null ? [] : [wanted.isTargeted ? own : other],
    ...optional('minSpend', wanted.minSpendCents),
    ...optional('currency', wanted.currency),
    ...optional('maxBudgetCents', wanted.budgetCents),
  });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  await transitionCampaign(db, environmentId, { campaignId: made.record.id, action: 'activate' });
  return { ...wanted, id: made.record.id };
};

interface WantedLot {
  readonly slidingDays: number;
  readonly days: number;
  readonly points: number;
}

/**
 * Stores a member with these lots and 100 points that never expire, each with an entry, so that balances are
 * right.
 */
const makeMember = async (
  ref: string,
  wanted: readonly WantedLot[],
): Promise<{ memberId: string; lots: PlainLot[] }> => {
  const memberId = randomId();
  const made = wanted.map(({ slidingDays, days, points }): PlainLot => {
    const atMs = slidingDays === 0 ? testAtMs + days * dayMs : testAtMs - Math.abs(days) * dayMs;
    return { slidingDays, atMs, points };
  });
  const balance = made.reduce((sum, { points }) => sum + points, 100);
  const memberKey = memberKeyOf(secret, ref);
  await db.query(memberSql, [environmentId, memberId, memberKey, ref, balance, made.length + 1]);
  await db.query(entriesSql, [
    environmentId,
    memberId,
    [100, ...made.map(({ points }) => points)],
    [null, ...made.map(({ slidingDays, atMs }) => (slidingDays === 0 ? atMs : null))],
    [null, ...made.map(({ slidingDays }) => (slidingDays === 0 ? null : slidingDays))],
  ]);
  await db.query(lotsSql, [
    environmentId,
    memberId,
    made.map(({ slidingDays }) => slidingDays),
    made.map(({ atMs }) => atMs),
    made.map(({ points }) => points),
  ]);
  return { memberId, lots: made };
};

const memberSql = `
  INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                       enrolled_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 0, $6, now(), now(), now())`;

const entriesSql = `
  INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, expires_at,
                              sliding_days, created_at)
  SELECT $1, $2, seq, gen_random_uuid(), 'ADJUST', points, sum(points) OVER (ORDER BY seq), 'History',
         to_timestamp(at / 1000.0), days, now()
    FROM unnest($3::bigint[], $4::bigint[], $5::int[]) WITH ORDINALITY AS e (points, at, days, seq)`;

const lotsSql = `
  INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
  SELECT $1, $2, days, CASE days WHEN 0 THEN floor(at / 86400000.0)::int ELSE 0 END,
         CASE days WHEN 0 THEN to_timestamp(at / 1000.0) END, points, to_timestamp(least(at, ${testAtMs.toString()}) / 1000.0), 0
    FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS l (days, at, points)`;

const messageOf = (memberRef: string, order: PlainOrder): Message<BurnBody> => {
  const body = redeemRequest({
    transactionRef: order.ref,
    memberRef,
    amountCents: order.amountCents,
    pointsRequested: order.points,
    campaignId: order.campaignId,
    maxDiscountPercentOfBasket: order.percent === null ? null : order.percent / 10_000,
    currency: order.currency,
  });
  const headers = { loyalty_environment: environmentId.toString() };
  return testMessage({ kind: 'redeem', body }, { headers, timestamp: order.atMs });
};

/** Reads a member's lots and balance. */
const readLeft = async (memberId: string): Promise<{ lots: string[]; balance: number }> => {
  const left = await db.query<{ days: number; at: number; points: number }>(
    `SELECT sliding_days AS days, points,
            CASE sliding_days WHEN 0 THEN (extract(epoch FROM expires_at) * 1000)::bigint
                              ELSE (extract(epoch FROM added_at) * 1000)::bigint END AS at
       FROM point_lots WHERE environment_id = $1 AND member_id = $2`,
    [environmentId, memberId],
  );
  const rows = await db.query<{ balance: number }>(
    'SELECT points_balance AS balance FROM members WHERE environment_id = $1 AND id = $2',
    [environmentId, memberId],
  );
  const named = left.map(({ days, at, points }) => nameOf({ slidingDays: days, atMs: at, points }));
  return { lots: named.sort(), balance: onlyRow(rows, 'a member').balance };
};

const nameOf = ({ slidingDays, atMs, points }: PlainLot): string =>
  `${slidingDays.toString()}/${atMs.toString()}: ${points.toString()}`;

const makeHistory = async (
  wanted: readonly Wanted[],
  memberRef: string,
  wantedLots: readonly WantedLot[],
): Promise<Made> => {
  const tenant = await createTenant(db, { name: `History ${randomId()}` });
  environmentId = tenant.environmentIds.live;
  const rows = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [
    environmentId,
  ]);
  secret = onlyRow(rows, 'an environment').secret;
  const made: PlainCampaign[] = [];
  const segments = { own: await makeSegment('Own'), other: await makeSegment('Other') };
  for (const one of wanted) made.push(await makeCampaign(one, segments));
  const member = await makeMember(memberRef, wantedLots);
  await db.query('INSERT INTO segment_members (environment_id, segment_id, member_id) VALUES ($1, $2, $3)', [
    environmentId,
    segments.own,
    member.memberId,
  ]);
  return { campaigns: made, ...member };
};

test('any history of redeems, cut into any batches, gets the responses and leaves the lots of single redeems', async () => {
  const history = fc.record({ campaigns, lots, orders, cuts });
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const memberRef = 'customer-1';
      const made = await makeHistory(drawn.campaigns, memberRef, drawn.lots);
      const plain = new PlainBurner(
        made.lots.reduce((sum, { points }) => sum + points, 100),
        made.lots,
        made.campaigns,
      );
      const published = drawn.orders.map(({ ref, pinned, ...order }, n): PlainOrder => ({
        ...order,
        ref: `redeem-${ref.toString()}`,
        atMs: testAtMs + n * 1_000,
        campaignId: made.campaigns[pinned]?.id ?? null,
      }));
      const responses: PlainResult[] = [];
      const run = startEngine();
      for (let at = 0, batch = 0; at < published.length; batch += 1) {
        const size = drawn.cuts[batch] ?? 1;
        responses.push(
          ...(await run(published.slice(at, at + size).map((order) => messageOf(memberRef, order)))),
        );
        at += size;
      }
      expect(responses).toEqual(published.map((order) => plain.redeem(order)));
      expect(await readLeft(made.memberId)).toEqual({
        lots: plain.lots
          .filter(({ points }) => points > 0)
          .map(nameOf)
          .sort(),
        balance: plain.balance,
      });
    }),
    { numRuns: historyRuns },
  );
});
