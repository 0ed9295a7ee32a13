import { setTimeout as pause } from 'node:timers/promises';
import { type EnvironmentId, type MemberId, memberKeyOf, randomId, utcDayOf } from '@loyalty/kernel';
import { createDatabase, type Database, LostRace, onlyRow } from '@loyalty/storage';
import { noteEnrolledMembers, readStatisticsInputs } from '@loyalty/tables/accounts';
import * as campaigns from '@loyalty/tables/campaigns/management';
import { readVersions } from '@loyalty/tables/configuration';
import { reapplyErasure } from '@loyalty/tables/erasure';
import { createTenant, findEnvironment } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { silentLogger } from '@loyalty/telemetry/logger';
import { MemoryCache, testAtMs } from '@loyalty/testkit/engine';
import { memberEvent, receipt } from './testing/earn-bodies.ts';
import { startEarnEngine } from './testing/engine-on-postgres.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes the database's address in the environment.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = createDatabase({ url, applicationName: 'earn-test', poolMax: 4, logger: silentLogger });
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
});
afterAll(() => db.close());

/** An engine on this database; what it keeps is its own. */
const startEngine = (cache = new MemoryCache()) => startEarnEngine({ db, environmentId, cache });

const activate = async (input: Omit<Parameters<typeof campaigns.createCampaign>[2], 'name'>) => {
  const made = await campaigns.createCampaign(db, environmentId, { name: 'Some', ...input });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  await campaigns.transitionCampaign(db, environmentId, { campaignId: made.record.id, action: 'activate' });
  return made.record.id;
};

const tenPoints = { earningRule: { type: 'FIXED_POINTS', points: 10 } } as const;

interface MemberRow {
  readonly ref: string;
  readonly balance: number;
  readonly seq: number;
}

const members = (): Promise<MemberRow[]> =>
  db.query<MemberRow>(
    `SELECT external_ref AS ref, points_balance AS balance, ledger_seq AS seq FROM members
      WHERE environment_id = $1 ORDER BY external_ref`,
    [environmentId],
  );

/** The references of a table, in order. */
const refsIn = async (table: 'transactions' | 'failed_requests' | 'events'): Promise<string[]> => {
  const text = `SELECT ref FROM ${table} WHERE environment_id = $1 ORDER BY ref`;
  return (await db.query<{ ref: string }>(text, [environmentId])).map(({ ref }) => ref);
};

const ledger = (): Promise<{ seq: number; balance: number }[]> =>
  db.query(
    `SELECT seq, balance_after AS balance FROM ledger_entries WHERE environment_id = $1 ORDER BY member_id, seq`,
    [environmentId],
  );

const of = (transactionRef: string, memberRef = 'customer-1') => receipt({ transactionRef, memberRef });

test('a batch stores its members, responses and entries, and the next one continues from them', async () => {
  await activate(tenPoints);
  const { run } = startEngine();
  await run(of('a'), of('b'), of('c', 'customer-2'));
  await run(of('d'));
  expect(await members()).toEqual([
    { ref: 'customer-1', balance: 30, seq: 3 },
    { ref: 'customer-2', balance: 10, seq: 1 },
  ]);
  expect(await refsIn('transactions')).toEqual(['a', 'b', 'c', 'd']);
  expect((await ledger()).map(({ seq, balance }) => [seq, balance])).toEqual(
    expect.arrayContaining([
      [1, 10],
      [2, 20],
      [3, 30],
    ]),
  );
});

test('a repeat that Redis has stores nothing; one that Redis lacks is found by the insert, and then gets the stored bytes', async () => {
  await activate(tenPoints);
  const first = startEngine();
  const stored = await first.run(of('a'));
  expect((await first.run(of('a'))).outcomes).toMatchObject([{ outcome: 'repeated', mismatch: false }]);
  const forgetful = startEngine();
  await expect(forgetful.run(of('a'))).rejects.toBeInstanceOf(LostRace);
  const again = await forgetful.run(of('a'));
  const response = stored.requests.transactions[0]?.response;
  expect(again.outcomes).toMatchObject([{ outcome: 'repeated', response }]);
  expect(await members()).toEqual([{ ref: 'customer-1', balance: 10, seq: 1 }]);
});

test.each(['its own', 'none'])(
  'the reference of another member is refused, also after they were erased, with %s of their responses in Redis (D123)',
  async (cached) => {
    await activate(tenPoints);
    const cache = new MemoryCache();
    await startEngine(cache).run(of('a'), of('b', 'customer-2'));
    const rename = (state: string, from: string, to: string) =>
      db.query(
        `UPDATE members SET state = $2, external_ref = $4 WHERE environment_id = $1 AND external_ref = $3`,
        [environmentId, state, from, to],
      );
    await rename('anonymized', 'customer-1', 'anon');
    const engine = startEngine(cached === 'none' ? new MemoryCache() : cache);
    const strange = [
      of('a', 'customer-2'),
      of('b', 'customer-3'),
      of('c', 'customer-2'),
      of('c', 'customer-3'),
    ];
    const again = async () => {
      for (;;) {
        const plan = await engine.run(...strange).catch((failure: unknown) => failure);
        if (!(plan instanceof LostRace)) return plan as Awaited<ReturnType<typeof engine.run>>;
      }
    };
    const refused = { outcome: 'refused', code: 'TRANSACTION_DUPLICATE', context: {} };
    expect((await again()).outcomes).toMatchObject([refused, refused, { outcome: 'processed' }, refused]);
    expect(await refsIn('failed_requests')).toEqual(['a', 'b', 'c']);
    expect(await refsIn('transactions')).toEqual(['a', 'b', 'c']);
    expect((await members()).map(({ ref, balance }) => [ref, balance])).toEqual([
      ['anon', 10],
      ['customer-2', 20],
    ]);
    const own = receipt({ transactionRef: 'a', memberRef: 'customer-1', amountCents: 1 });
    expect((await engine.run(own)).outcomes).toMatchObject([{ outcome: 'repeated', mismatch: true }]);
    // The database is everybody's, and `loyaltyctl check` wants erased members to be erased.
    await rename('active', 'anon', 'customer-1');
  },
);

test('of two engines that enrol the same member one runs again, and finds them', async () => {
  await activate(tenPoints);
  const [one, other] = [startEngine(), startEngine()];
  const lost = db.transaction(async (tx) => {
    const decided = await one.within(tx, [of('a')]);
    await other.run(of('b'));
    await decided.store();
  });
  await expect(lost).rejects.toBeInstanceOf(LostRace);
  await one.run(of('a'));
  expect(await members()).toEqual([{ ref: 'customer-1', balance: 20, seq: 2 }]);
});

describe('a member whose enrolment is lost', () => {
  const memberId = randomId() as MemberId;
  let memberKey: Buffer;
  let tenantId: string;
  let environmentIds: Awaited<ReturnType<typeof createTenant>>['environmentIds'];
  beforeEach(async () => {
    const tenant = await createTenant(db, { name: `Test ${randomId()}` });
    ({ id: tenantId, environmentIds } = tenant);
    environmentId = environmentIds.live;
    memberKey = memberKeyOf(await secretOf('live'), 'customer-1');
    await db.transaction((tx) =>
      noteEnrolledMembers(tx, {
        epoch: randomId(),
        members: [{ environmentId, memberKey, memberId }],
        hasRoom: () => true,
      }),
    );
  });

  const secretOf = async (mode: 'live' | 'test') =>
    (await findEnvironment(db, tenantId, mode))?.secret ?? Buffer.alloc(0);

  const idsIn = async (id: EnvironmentId): Promise<Record<string, MemberId>> => {
    const rows = await db.query<{ ref: string; id: MemberId }>(
      'SELECT external_ref AS ref, id FROM members WHERE environment_id = $1',
      [id],
    );
    return Object.fromEntries(rows.map(({ ref, id: own }) => [ref, own]));
  };

  test('▲ is enrolled under the id that callers know, by whatever record comes first; others get new ids (D191)', async () => {
    await activate(tenPoints);
    const { run } = startEngine();
    const plan = await run(of('another'), of('a', 'customer-2'), of('b'));
    expect(plan.outcomes).toMatchObject([
      { result: { memberId, memberCreated: true } },
      { result: { memberCreated: true } },
      { result: { memberId, memberCreated: false, pointsBalance: 20 } },
    ]);
    const ids = await idsIn(environmentId);
    expect(ids['customer-1']).toBe(memberId);
    expect(ids['customer-2']).not.toBe(memberId);
    await run(of('c'));
    expect(await members()).toMatchObject([{ balance: 30 }, { balance: 10 }]);
  });

  test('▲ in another environment the same reference gets another id', async () => {
    const other = environmentIds.test;
    await startEarnEngine({ db, environmentId: other, cache: new MemoryCache() }).run(of('a'));
    expect((await idsIn(other))['customer-1']).not.toBe(memberId);
  });

  test('▲ and who was erased meanwhile is refused, and not enrolled again', async () => {
    const erasure = { environmentId, memberId, memberKey, erasedAtMs: testAtMs };
    await db.transaction((tx) => reapplyErasure(tx, erasure));
    const { outcomes } = await startEngine().run(of('a'));
    expect(outcomes).toMatchObject([{ outcome: 'refused', code: 'MEMBER_ERASED' }]);
  });

  test('▲ an id that somebody else has is not used: the member gets a new one', async () => {
    const strange = { environmentId, memberId, memberKey: Buffer.alloc(16, 7), erasedAtMs: testAtMs };
    await db.transaction((tx) => reapplyErasure(tx, strange));
    const { outcomes } = await startEngine().run(of('a'));
    expect(outcomes).toMatchObject([{ outcome: 'processed', result: { memberCreated: true } }]);
    expect((await idsIn(environmentId))['customer-1']).not.toBe(memberId);
  });
});

test('a purchase is counted with its receipt, on the day that it names; a repeat counts nothing (D97)', async () => {
  const { run } = startEngine();
  const occurredAt = testAtMs - 40 * 86_400_000;
  await run(receipt({ transactionRef: 'a', amountCents: 900 }), memberEvent());
  const batch = [
    receipt({ transactionRef: 'a', amountCents: 900 }),
    receipt({ transactionRef: 'b', amountCents: 50, occurredAt }),
  ];
  await run(...batch);
  await expect(startEngine().run(...batch)).rejects.toBeInstanceOf(LostRace);
  const today = utcDayOf(testAtMs);
  const text = 'SELECT id FROM members WHERE environment_id = $1';
  const { id: memberId } = onlyRow(await db.query<{ id: string }>(text, [environmentId]), 'members');
  expect(await readStatisticsInputs(db, { environmentId, memberId }, today)).toMatchObject({
    figures: { spendCents: 950, txnCount: 2, lastTxnDay: today },
    openings: { 30: { spendBefore: 50, txnsBefore: 1 }, 90: { spendBefore: 0, txnsBefore: 0 } },
  });
  const stored = await db.query(
    `SELECT ref, amount_cents AS amount, occurred_at AS "occurredAt" FROM transactions WHERE environment_id = $1
      ORDER BY ref`,
    [environmentId],
  );
  expect(stored).toEqual([
    { ref: 'a', amount: 900, occurredAt: new Date(testAtMs) },
    { ref: 'b', amount: 50, occurredAt: new Date(occurredAt) },
    { ref: 'event-1', amount: null, occurredAt: null },
  ]);
});

test('stamps are counted from batch to batch', async () => {
  const rewardOnCompletion = { points: 50 };
  await activate({ earningRule: { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion } });
  const { run } = startEngine();
  await run(of('a'), of('b'));
  expect(await members()).toMatchObject([{ balance: 0 }]);
  await run(of('c'), of('d'));
  expect(await members()).toMatchObject([{ balance: 50 }]);
});

test('a budget that a batch spends up pauses the campaign with it: the next batch earns nothing of it (D32)', async () => {
  const campaignId = await activate({ ...tenPoints, maxBudgetCents: 15 });
  const { run } = startEngine();
  const before = onlyRow([...(await readVersions(db, [environmentId], 'engines')).values()], 'versions');
  const { budgets } = await run(of('a'), of('b'), of('c'));
  expect(budgets.facts.map(({ fact }) => fact.type)).toEqual([
    'campaign.budget_alert',
    'campaign.budget_suspended',
  ]);
  expect((await campaigns.findCampaign(db, environmentId, campaignId))?.state).toBe('PAUSED');
  expect([...(await readVersions(db, [environmentId], 'engines')).values()]).toEqual([before + 1]);
  await run(of('d'));
  expect(await members()).toEqual([{ ref: 'customer-1', balance: 20, seq: 2 }]);
});

test('a campaign that was activated between two batches fires in the second', async () => {
  const { run } = startEngine();
  await run(of('a'));
  await activate(tenPoints);
  await run(of('b'));
  expect(await members()).toEqual([{ ref: 'customer-1', balance: 10, seq: 1 }]);
});

test('points that expire are stored in lots, one for each day, also across batches', async () => {
  const pointsExpiry = { type: 'ROLLING', days: 1 } as const;
  await activate({ earningRule: { type: 'FIXED_POINTS', points: 10, pointsExpiry } });
  await activate({ earningRule: { type: 'FIXED_POINTS', points: 5, pointsExpiry: { type: 'NONE' } } });
  await activate({ earningRule: { type: 'FIXED_POINTS', points: 3 } });
  await setSettings(db, environmentId, { pointsExpiry: { type: 'SLIDING', days: 30 } });
  const { run } = startEngine();
  await run(of('a'), of('b'), of('c', 'customer-2'));
  await run(of('d'));
  expect(await members()).toMatchObject([
    { balance: 54, seq: 9 },
    { balance: 18, seq: 3 },
  ]);
  const lots = await db.query(
    `SELECT m.external_ref AS ref, l.sliding_days AS days, l.points
       FROM point_lots l JOIN members m ON m.environment_id = l.environment_id AND m.id = l.member_id
      WHERE l.environment_id = $1 ORDER BY 1, 2`,
    [environmentId],
  );
  expect(lots).toEqual([
    { ref: 'customer-1', days: 0, points: 30 },
    { ref: 'customer-1', days: 30, points: 9 },
    { ref: 'customer-2', days: 0, points: 10 },
    { ref: 'customer-2', days: 30, points: 3 },
  ]);
});

test('an event is stored for the feed', async () => {
  const { run } = startEngine();
  await run(memberEvent({ payload: Buffer.from('{"litres":45}') }));
  expect(await refsIn('events')).toEqual(['event-1']);
});

test('a request on which the rules throw becomes a failed request, and the rest of its batch is stored', async () => {
  await activate(tenPoints);
  const campaignId = await activate({ ...tenPoints, storeIds: ['broken'] });
  // As an older engine meets a newer configuration.
  await db.query(`UPDATE campaigns SET earning_rule = '{"type":"OF_TOMORROW"}' WHERE id = $1`, [campaignId]);
  const { run } = startEngine();
  await run(of('a'), receipt({ transactionRef: 'poison', storeRef: 'broken' }), of('b'));
  expect(await refsIn('transactions')).toEqual(['a', 'b']);
  expect(await refsIn('failed_requests')).toEqual(['poison']);
  expect(await members()).toEqual([{ ref: 'customer-1', balance: 20, seq: 2 }]);
});

const uses = (): Promise<{ period: number; startsOn: number; times: number; points: number }[]> =>
  db.query(
    `SELECT period, starts_on AS "startsOn", times, points FROM member_uses WHERE environment_id = $1 ORDER BY period`,
    [environmentId],
  );

const timesGiven = async (): Promise<number[]> => {
  const rows = await db.query<{ times: number }>(
    'SELECT times FROM campaign_uses WHERE environment_id = $1',
    [environmentId],
  );
  return rows.map(({ times }) => times);
};

const bookedLimits = {
  ...tenPoints,
  limits: [
    { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 25 },
    { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 5 },
  ],
};

test('▲ receipts of one member in a batch, and in the next one, together reach a limit to the point', async () => {
  await activate(bookedLimits);
  const { run } = startEngine();
  await run(of('a'), of('b'), of('x', 'customer-2'));
  const { outcomes } = await run(of('c'), of('d'));
  expect(outcomes).toMatchObject([
    { result: { awards: [{ pointsEarned: 5, reducedBy: 'LIMIT' }] } },
    { result: { awards: [] } },
  ]);
  expect((await members()).map(({ ref, balance }) => [ref, balance])).toEqual([
    ['customer-1', 25],
    ['customer-2', 10],
  ]);
  const month = new Date(testAtMs);
  const startsOn = Date.UTC(month.getUTCFullYear(), month.getUTCMonth()) / 86_400_000;
  expect(await uses()).toEqual(
    expect.arrayContaining([
      { period: 0, startsOn: 0, times: 3, points: 25 },
      { period: 3, startsOn, times: 3, points: 25 },
      { period: 3, startsOn, times: 1, points: 10 },
    ]),
  );
});

test('▲ receipts of one member in a batch, and in the next one, together reach a cap to the point (D241)', async () => {
  await activate(tenPoints);
  await setSettings(db, environmentId, { memberPointsCaps: { day: 25 } });
  const { run } = startEngine();
  await run(of('a'), of('b'), of('x', 'customer-2'));
  const { outcomes } = await run(of('c'), of('d'));
  expect(outcomes).toMatchObject([
    { result: { awards: [{ pointsEarned: 5, reducedBy: 'CAP' }] } },
    { result: { awards: [], uses: [] } },
  ]);
  const startsOn = utcDayOf(testAtMs);
  expect((await uses()).toSorted((a, b) => b.points - a.points)).toEqual([
    { period: 1, startsOn, times: 3, points: 25 },
    { period: 1, startsOn, times: 1, points: 10 },
  ]);
  // A raised cap that the engine has not cached yet is seen by the next receipt.
  await setSettings(db, environmentId, { memberPointsCaps: { day: 30 } });
  expect((await run(of('e'))).outcomes).toMatchObject([{ result: { awards: [{ pointsEarned: 5 }] } }]);
});

test('▲ of two engines at the last time of a campaign one gives it, and the other decides again (D240)', async () => {
  await activate({ ...tenPoints, limits: [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 3 }] });
  const [first, second] = [startEngine(), startEngine()];
  await first.run(of('a'));
  await second.run(of('b', 'customer-2'));
  const late = await db.transaction(async (tx) => {
    await (await first.within(tx, [of('c', 'customer-3')])).store();
    const waiting = Promise.allSettled([second.run(of('d', 'customer-4'))]);
    await pause(200);
    return { waiting };
  });
  expect(await late.waiting).toMatchObject([{ status: 'rejected', reason: expect.any(LostRace) as unknown }]);
  const { outcomes } = await second.run(of('d', 'customer-4'), of('e', 'customer-3'));
  expect(outcomes).toMatchObject([{ result: { awards: [] } }, { result: { awards: [] } }]);
  expect(await timesGiven()).toEqual([3]);
});

test('▲ receipts of a batch share the times that are left of a campaign', async () => {
  await activate({ ...tenPoints, limits: [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 3 }] });
  const { run } = startEngine();
  const { outcomes } = await run(of('a'), of('b', 'customer-2'), of('c'), of('d', 'customer-3'));
  expect(outcomes.map((one) => (one.outcome === 'processed' ? one.result.pointsAwarded : null))).toEqual([
    10, 10, 10, 0,
  ]);
  expect(await timesGiven()).toEqual([3]);
});

test('▲ another engine counts on, by limits and a time zone that it has not cached yet', async () => {
  const campaignId = await activate({
    ...tenPoints,
    limits: [{ per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 1 }],
  });
  const [first, second] = [startEngine(), startEngine()];
  await first.run(of('a'));
  expect((await second.run(of('b'))).outcomes).toMatchObject([{ result: { awards: [] } }]);
  await campaigns.updateCampaign(db, environmentId, {
    campaignId,
    patch: { limits: [{ per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 2 }] },
  });
  expect((await first.run(of('c'))).outcomes).toMatchObject([{ result: { awards: [{ pointsEarned: 10 }] } }]);
  await setSettings(db, environmentId, { timeZone: 'Pacific/Kiritimati' });
  const { outcomes } = await second.run(of('d'), of('e'), of('f'));
  expect(outcomes).toMatchObject([
    { result: { uses: [{ period: 'DAY', times: 1 }] } },
    { result: { uses: [{ period: 'DAY', times: 2 }] } },
    { result: { awards: [] } },
  ]);
  // Its cache still has days of UTC.
  expect((await first.run(of('g'))).outcomes).toMatchObject([{ result: { awards: [] } }]);
});
