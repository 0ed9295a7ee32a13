import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const dayMs = 86_400_000;
const year = '2099-12-31T23:59:59.999Z';

let shop: TestTenant;
beforeAll(async () => {
  shop = await createTestTenant('Expiry story');
  await activateCampaigns(shop.live, [
    {
      name: 'Ten for ten days',
      earningRule: { type: 'FIXED_POINTS', points: 10, pointsExpiry: { type: 'ROLLING', days: 10 } },
    },
    {
      name: 'Five for the active',
      earningRule: { type: 'FIXED_POINTS', points: 5, pointsExpiry: { type: 'SLIDING', days: 30 } },
    },
    {
      name: 'One for ever',
      earningRule: { type: 'FIXED_POINTS', points: 1 },
      redemptionRule: { pointsPerRand: 1 },
    },
  ]);
});

interface Entry {
  readonly points: number;
  readonly expiresAt: string;
  readonly createdAt: string;
}

interface Expiring {
  readonly pointsBalance: number;
  readonly pointsWithoutExpiry: number;
  readonly expiring: readonly { readonly points: number }[];
}

/** Creates a member with one receipt. */
const newMember = async () => {
  const memberRef = `member-${randomUUID()}`;
  const receipt = { transactionRef: randomUUID(), memberRef, amount: 1_000 };
  const { body } = await shop.live.post('/transactions/evaluate', receipt);
  return { memberRef, memberId: body.memberId };
};

const read = async <T>(path: string): Promise<T> => JSON.parse((await shop.live.get(path)).text) as T;
const ledgerOf = async (memberId: string) =>
  (await read<{ entries: Entry[] }>(`/members/${memberId}/ledger`)).entries;
const expiringOf = (memberId: string, query = '') =>
  read<Expiring>(`/members/${memberId}/points/expiring${query}`);
/** Returns the first entry of a member's receipt: the ten points. */
const tenOf = async (memberId: string): Promise<Entry> => {
  const ten = (await ledgerOf(memberId)).at(-1);
  if (ten === undefined) throw new Error('the receipt earned nothing');
  return ten;
};
const adjust = (memberId: string, body: object) => shop.live.post(`/members/${memberId}/ledger/adjust`, body);

/** Expires the lots that are due by then. */
const expire = async (at: string): Promise<void> => {
  const environment = ['--tenant', shop.tenantId, '--mode', 'live'];
  const run = await loyaltyctl('expire-points', '--at', at, ...environment, '--yes');
  expect(run.stderr).toMatch(/^$|^expire-points is already running elsewhere: waiting/);
  expect(run.code).toBe(0);
};

test('a receipt makes an entry for each expiry, and the balance shows what expires when', async () => {
  const { memberId } = await newMember();
  const entries = await ledgerOf(memberId);
  expect(entries).toMatchObject([
    { type: 'EARN', points: 1, balanceAfter: 16, description: 'One for ever', expiresAt: null },
    { type: 'EARN', points: 5, balanceAfter: 15, description: 'Five for the active', expiresAt: null },
    { type: 'EARN', points: 10, balanceAfter: 10, description: 'Ten for ten days' },
  ]);
  const ten = await tenOf(memberId);
  expect(Date.parse(ten.expiresAt) - Date.parse(ten.createdAt)).toBe(10 * dayMs);
  const answer = await expiringOf(memberId);
  expect(answer).toMatchObject({
    memberId,
    pointsBalance: 16,
    pointsWithoutExpiry: 1,
    nextCursor: null,
    expiring: [
      { expiresAt: ten.expiresAt, points: 10, basis: 'DATE' },
      { points: 5, basis: 'INACTIVITY' },
    ],
  });
  expect((await expiringOf(memberId, '?within=9')).expiring).toEqual([]);
});

test('a redeem takes the points that expire first, and the rest expire: entries, one fact, once', async () => {
  const { memberId, memberRef } = await newMember();
  const { expiresAt } = await tenOf(memberId);
  const order = { transactionRef: randomUUID(), memberRef, amount: 1_000, pointsRequested: 7 };
  expect((await shop.live.post('/transactions/redeem', order)).status).toBe(200);
  expect((await expiringOf(memberId)).expiring).toMatchObject([{ points: 3 }, { points: 5 }]);
  await expire(new Date(Date.parse(expiresAt) - 1).toISOString());
  expect((await expiringOf(memberId)).pointsBalance).toBe(9);
  await expire(new Date(Date.parse(expiresAt) + 31 * dayMs).toISOString());
  await expire(new Date(Date.parse(expiresAt) + 31 * dayMs).toISOString());
  expect((await ledgerOf(memberId)).slice(0, 3)).toMatchObject([
    { type: 'EXPIRE', points: -5, balanceAfter: 1, transactionId: null, expiresAt: null },
    { type: 'EXPIRE', points: -3, balanceAfter: 6, description: 'Points expired', expiresAt },
    { type: 'REDEEM', points: -7 },
  ]);
  expect((await shop.live.get(`/members/${memberId}`)).body).toMatchObject({ lifetimePoints: 16 });
  await eventually('the fact is published', async () => {
    const facts = distinctFacts(await readFacts(shop.tenantId), 'points.expired', { memberId });
    return facts.length === 1 && facts[0]?.data['pointsExpired'] === 8 && facts[0].ledgerSeq === 6;
  });
});

test('▲ points past their time are in no quote, authorization or redemption, and on the balance until the night (D334)', async () => {
  const { memberRef, memberId } = await newMember();
  const { memberRef: richRef, memberId: richId } = await newMember();
  const soon = new Date(Date.now() + 3_000).toISOString();
  for (const id of [memberId, richId])
    await adjust(id, { points: 100, reason: 'Gone soon', ref: randomUUID(), expiresAt: soon });
  const ask = async (operation: string, who: string, pointsRequested: number) => {
    const order = { memberRef: who, amount: 100_000, pointsRequested };
    const ref = operation === 'redeem-quote' ? {} : { transactionRef: randomUUID() };
    const { status, text } = await shop.live.post(`/transactions/${operation}`, { ...order, ...ref });
    const { context, pointsRedeemed, pointsToRedeem } = JSON.parse(text) as Record<string, unknown>;
    return [status, context ?? pointsRedeemed ?? pointsToRedeem];
  };
  const refused = [422, { available: 16, requested: 17 }];
  await eventually('their time has passed', async () => {
    const said = await ask('redeem-quote', memberRef, 17);
    return said[0] === 422;
  });
  for (const operation of ['redeem-quote', 'redeem/authorize', 'redeem'])
    expect([operation, ...(await ask(operation, memberRef, 17))]).toEqual([operation, ...refused]);
  expect((await shop.live.get(`/members/${memberId}`)).body).toMatchObject({ pointsBalance: 116 });
  expect(await ask('redeem-quote', richRef, 16)).toEqual([200, 16]);
  expect(await ask('redeem/authorize', richRef, 6)).toEqual([200, 6]);
  expect(await ask('redeem', richRef, 10)).toEqual([200, 10]);
  expect((await shop.live.get(`/members/${richId}`)).body).toMatchObject({ pointsBalance: 100 });
  expect((await expiringOf(richId)).expiring).toMatchObject([{ points: 100, expiresAt: soon }]);
});

test('an adjustment with a ref is executed once, and repeats get the same bytes (D46)', async () => {
  const { memberId } = await newMember();
  const order = { points: 100, reason: 'Apology', ref: randomUUID(), expiresAt: '2099-12-31' };
  const first = await adjust(memberId, order);
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    entry: { type: 'ADJUST', points: 100, balanceAfter: 116, description: 'Apology', expiresAt: year },
    pointsBalance: 116,
  });
  const again = await adjust(memberId, order);
  expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([
    200,
    first.text,
    'true',
  ]);
  const other = await adjust(memberId, { ...order, points: 1 });
  expect([other.text, other.headers.get('Idempotency-Mismatch')]).toEqual([first.text, 'true']);
  const [newest] = await ledgerOf(memberId);
  const noPurchase = { occurredAt: null, amount: null, storeRef: null };
  expect({ entry: newest, pointsBalance: 116 }).toEqual({
    ...first.body,
    entry: { ...(first.body as unknown as { entry: object }).entry, ...noPurchase },
  });
  expect((await shop.live.get(`/members/${memberId}`)).body).toMatchObject({
    pointsBalance: 116,
    lifetimePoints: 16,
  });
});

test('a ref is unique in an environment: of simultaneous calls for several members one is executed, the others are refused (D123)', async () => {
  const members = await Promise.all([newMember(), newMember(), newMember()]);
  const order = { points: 1, reason: 'Apology', ref: randomUUID() };
  const responses = await Promise.all(members.map(({ memberId }) => adjust(memberId, order)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  const codes = responses.flatMap(({ status, body }) => (status === 409 ? [body.code] : []));
  expect(codes).toEqual(['TRANSACTION_DUPLICATE', 'TRANSACTION_DUPLICATE']);
});

test('a negative adjustment takes the points that expire first, down to zero and no further', async () => {
  const { memberId } = await newMember();
  const short = await adjust(memberId, { points: -17, reason: 'Too many' });
  expect([short.status, short.body]).toMatchObject([
    422,
    { code: 'INSUFFICIENT_POINTS', context: { available: 16, requested: 17 } },
  ]);
  const taken = await adjust(memberId, { points: -12, reason: 'Entered twice' });
  expect([taken.status, taken.body]).toMatchObject([
    201,
    { entry: { transactionId: null, points: -12 }, pointsBalance: 4 },
  ]);
  expect(await expiringOf(memberId)).toMatchObject({ pointsWithoutExpiry: 1, expiring: [{ points: 3 }] });
  const most = { points: Number.MAX_SAFE_INTEGER, reason: 'Too many' };
  expect((await adjust(memberId, most)).body).toMatchObject({ code: 'POINTS_OVERFLOW' });
  await eventually('the fact is published', async () => {
    const facts = distinctFacts(await readFacts(shop.tenantId), 'points.adjusted', { memberId });
    return facts.length === 1 && facts[0]?.data['pointsBalance'] === 4 && facts[0].ledgerSeq === 4;
  });
});

test('a suspended member is adjusted, and receipts, redeems and adjustments at once keep the books', async () => {
  const { memberId, memberRef } = await newMember();
  await adjust(memberId, { points: 100, reason: 'Start' });
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const ref = { transactionRef: randomUUID(), memberRef, amount: 1_000 };
      if (n % 3 === 0) await shop.live.post('/transactions/evaluate', ref);
      else if (n % 3 === 1) await shop.live.post('/transactions/redeem', { ...ref, pointsRequested: 7 });
      else await adjust(memberId, { points: -3, reason: 'Taken' });
    }),
  );
  const entries = await ledgerOf(memberId);
  expect(entries).toHaveLength(4 + 4 * 3 + 4 + 4);
  const { pointsBalance, pointsWithoutExpiry, expiring } = await expiringOf(memberId);
  expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(pointsBalance);
  const inLots = expiring.reduce((sum, { points }) => sum + points, 0);
  expect(inLots + pointsWithoutExpiry).toBe(pointsBalance);
  await shop.live.post(`/members/${memberId}/suspend`);
  expect((await adjust(memberId, { points: 1, reason: 'Suspended too' })).status).toBe(201);
});

test('an expiry in the future needs a confirmation', async () => {
  const { code, stderr } = await loyaltyctl('expire-points', '--at', '2999-01-01');
  expect([code, stderr]).toEqual([1, expect.stringContaining('in the future')]);
});

test('▲ an expiry before its time is listed, and undone once: the member has what expired, until it is due (D137)', async () => {
  const { memberId } = await newMember();
  const { expiresAt } = await tenOf(memberId);
  const before = await expiringOf(memberId);
  const run = new Date(Date.parse(expiresAt) + 5).toISOString();
  await expire(run);
  expect((await expiringOf(memberId)).pointsBalance).toBe(6);
  const whose = ['--tenant', shop.tenantId, '--mode', 'live', '--json'];
  const ctl = async (...args: readonly string[]) => {
    const { code, stdout } = await loyaltyctl('expire-points', ...args, ...whose);
    expect(code).toBe(0);
    return JSON.parse(stdout) as {
      readonly points: number;
      readonly runs: readonly { readonly run: string }[];
    };
  };
  expect((await ctl('--runs')).runs.map((one) => one.run)).toContain(run);
  const counted = await ctl('--undo', run, '--dry-run');
  expect((await expiringOf(memberId)).pointsBalance).toBe(6);
  expect((await ctl('--undo', run, '--yes')).points).toBe(counted.points);
  const { pointsBalance, pointsWithoutExpiry, expiring } = before;
  expect(await expiringOf(memberId)).toMatchObject({ pointsBalance, pointsWithoutExpiry, expiring });
  expect((await ledgerOf(memberId)).slice(0, 2)).toMatchObject([
    { type: 'ADJUST', points: 10, description: 'Expired points returned', transactionId: null, expiresAt },
    { type: 'EXPIRE', points: -10, expiresAt },
  ]);
  expect((await ctl('--undo', run, '--yes')).points).toBe(0);
  await eventually('the return is published', async () => {
    const facts = distinctFacts(await readFacts(shop.tenantId), 'points.adjusted', { memberId });
    return facts.length === 1 && facts[0]?.data['pointsBalance'] === 16;
  });
});

test('a run that took nothing cannot be undone, and by hand the database’s time counts while clocks agree (D132)', async () => {
  const unknown = await loyaltyctl('expire-points', '--undo', '2001-01-01', '--yes');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('--runs')]);
  const whose = ['--tenant', shop.tenantId, '--mode', 'live'];
  expect(await loyaltyctl('expire-points', ...whose)).toMatchObject({ code: 0 });
  const jobs = await loyaltyctl('jobs', '--json');
  expect([jobs.code, JSON.parse(jobs.stdout)]).toMatchObject([0, { waits: null }]);
});
