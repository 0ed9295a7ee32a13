import { randomUUID } from 'node:crypto';
import { killPart, readLocalStack, startService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import pg from 'pg';
import { createApi, type Api, type ApiAnswer } from '../support/api.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let campaignId: string;

beforeAll(async () => {
  shop = await createTestTenant('Redeem story');
  [campaignId = ''] = await activateCampaigns(shop.live, [
    {
      name: 'A point a rand, and ten points a rand back',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
});

/** Creates a member with these points. */
const memberWith = async (points: number): Promise<{ memberRef: string; memberId: string }> => {
  const memberRef = `member-${randomUUID()}`;
  const receipt = { transactionRef: randomUUID(), memberRef, amount: points * 100 };
  const { body } = await shop.live.post('/transactions/evaluate', receipt);
  return { memberRef, memberId: body.memberId };
};

const order = (memberRef: string, over: object = {}) => ({
  transactionRef: randomUUID(),
  memberRef,
  amount: 1_000_000,
  pointsRequested: 500,
  ...over,
});

const redeem = (body: object, headers: Record<string, string> = {}, api: Api = shop.live) =>
  api.post('/transactions/redeem', body, headers);

const balanceOf = async (memberId: string): Promise<number> =>
  (await shop.live.get(`/members/${memberId}`)).body.pointsBalance;

/** Returns the process id of the stack's engine for redeems. */
const burnEngine = (): number => readLocalStack().services['burn-engine']?.pid ?? Number.NaN;

test('points become a discount, and the ledger shows it', async () => {
  const { memberRef, memberId } = await memberWith(700);
  const body = order(memberRef, { amount: 15_000 });
  const quote = await shop.live.post('/transactions/redeem-quote', body);
  expect([quote.status, quote.body]).toMatchObject([
    200,
    {
      pointsToRedeem: 500,
      discountAmount: 5_000,
      discountAmountRand: 50,
      pointsPerRand: 10,
      balanceAfter: 200,
      constraintApplied: null,
    },
  ]);
  const { status, body: answer } = await redeem(body);
  expect([status, answer]).toMatchObject([
    200,
    {
      transactionRef: body.transactionRef,
      memberId,
      pointsRedeemed: 500,
      discountAmount: 5_000,
      balanceBefore: 700,
      balanceAfter: 200,
      constraintApplied: null,
      campaignId,
      state: 'PROCESSED',
    },
  ]);
  const ledger = await shop.live.get(`/members/${memberId}/ledger`);
  expect(ledger.body.entries).toMatchObject([
    { type: 'REDEEM', points: -500, balanceAfter: 200 },
    { type: 'EARN', points: 700, balanceAfter: 700 },
  ]);
  expect((await shop.live.get(`/members/${memberId}`)).body).toMatchObject({ lifetimePoints: 700 });
});

test('▲ I4 a repeated redeem gets the same bytes and burns nothing twice, also when nothing is left and Redis has forgotten it', async () => {
  const { memberRef, memberId } = await memberWith(500);
  const body = order(memberRef);
  const first = await redeem(body);
  const again = await redeem(body);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  // The repeat has another deadline, but the same body.
  expect(again.headers.get('Idempotency-Mismatch')).toBeNull();
  const other = await redeem({ ...body, amount: 1 });
  expect([other.text, other.headers.get('Idempotency-Mismatch')]).toEqual([first.text, 'true']);
  await killPart('redis');
  const forgotten = await redeem(body);
  expect([forgotten.status, forgotten.text]).toEqual([200, first.text]);
  expect(forgotten.headers.get('Idempotency-Mismatch')).toBeNull();
  expect(await balanceOf(memberId)).toBe(0);
});

test('I4 the same reference on evaluate and on redeem are two transactions', async () => {
  const { memberRef } = await memberWith(500);
  const body = order(memberRef);
  await shop.live.post('/transactions/evaluate', { ...body, amount: 100 });
  expect((await redeem(body)).status).toBe(200);
  const found = await shop.live.get(`/transactions/${body.transactionRef}?operation=redeem`);
  expect(found.body).toMatchObject({ pointsRedeemed: 500 });
});

test('I2 of a hundred parallel redeems of a whole balance exactly one succeeds (D43)', async () => {
  const { memberRef, memberId } = await memberWith(500);
  const responses = await Promise.all(Array.from({ length: 100 }, () => redeem(order(memberRef))));
  const by = (status: number): ApiAnswer[] => responses.filter((answer) => answer.status === status);
  expect([by(200).length, by(422).length]).toEqual([1, 99]);
  expect(by(422)[0]?.body).toMatchObject({
    code: 'INSUFFICIENT_POINTS',
    context: { available: 0, requested: 500 },
  });
  expect(await balanceOf(memberId)).toBe(0);
});

test('I1 redeems and receipts of one member at once lose nothing', async () => {
  const { memberRef, memberId } = await memberWith(10_000);
  const calls = Array.from({ length: 60 }, (_, n) =>
    n % 2 === 0
      ? redeem(order(memberRef, { pointsRequested: 100 }))
      : shop.live.post('/transactions/evaluate', { transactionRef: randomUUID(), memberRef, amount: 700 }),
  );
  const responses = await Promise.all(calls);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await balanceOf(memberId)).toBe(10_000 - 30 * 100 + 30 * 7);
});

test('redeem and quote refuse in the order of the contract', async () => {
  const { memberRef, memberId } = await memberWith(100);
  const refusals = async (body: object) => {
    const responses = [await redeem(body), await shop.live.post('/transactions/redeem-quote', body)];
    return responses.map(({ status, body: problem }) => `${status.toString()} ${problem.code}`);
  };
  const twice = (text: string) => [text, text];
  const elsewhere = { campaignId: randomUUID() };
  expect(await refusals(order('nobody', elsewhere))).toEqual(twice('404 MEMBER_NOT_FOUND'));
  expect(await refusals(order(memberRef, elsewhere))).toEqual(twice('404 CAMPAIGN_NOT_FOUND'));
  expect(await refusals(order(memberRef))).toEqual(twice('422 INSUFFICIENT_POINTS'));
  expect(await refusals(order(memberRef, { pointsRequested: 9 }))).toEqual(twice('422 NOTHING_TO_REDEEM'));
  expect(await refusals(order(memberRef, { pointsRequested: 0 }))).toEqual(twice('400 VALIDATION_ERROR'));
  expect(await refusals(order(memberRef, { campaignId: 'x' }))).toEqual(twice('400 VALIDATION_ERROR'));
  await shop.live.post(`/members/${memberId}/suspend`);
  expect(await refusals(order(memberRef, elsewhere))).toEqual(twice('403 MEMBER_SUSPENDED'));
});

test('the burn rate is that of the active default, or of the campaign that is asked for', async () => {
  const rate = async (query = '') => (await shop.live.get(`/transactions/burn-rate${query}`)).body;
  expect(await rate()).toEqual({ pointsPerRand: 10, campaignId });
  expect(await rate(`?campaignId=${campaignId.toUpperCase()}`)).toEqual({ pointsPerRand: 10, campaignId });
  const none = { pointsPerRand: null, campaignId: null };
  expect(await rate(`?campaignId=${randomUUID()}`)).toEqual(none);
  expect((await shop.test.get('/transactions/burn-rate')).body).toEqual(none);
});

test('the result of a redeem that no caller waits for is found by its reference, also when it is refused', async () => {
  const { memberRef } = await memberWith(500);
  const send = async (body: ReturnType<typeof order>) => {
    const { status, headers } = await redeem(body, { Prefer: 'respond-async' });
    expect(status).toBe(202);
    const location = headers.get('Location')?.replace(/^.*\/transactions/, '/transactions') ?? '';
    await eventually('it is decided', async () => (await shop.live.get(location)).status === 200);
    return (await shop.live.get(location)).body;
  };
  expect(await send(order(memberRef))).toMatchObject({ pointsRedeemed: 500, balanceAfter: 0 });
  expect(await send(order(memberRef))).toMatchObject({
    state: 'FAILED',
    problem: { code: 'INSUFFICIENT_POINTS', context: { available: 0, requested: 500 } },
  });
});

describe('with a deadline of a second', () => {
  let impatient: StartedService;
  let api: Api;
  beforeAll(async () => {
    impatient = await startService({ name: 'ingress', env: { REQUEST_DEADLINE_MS: '1000' } });
    const baseUrl = `http://127.0.0.1:${impatient.httpPort.toString()}/v1`;
    api = createApi(shop.tenantId, shop.keys.live, baseUrl);
  });
  afterAll(() => impatient.stop());

  /** Waits until a redeem is decided. Returns its stored result. */
  const untilDecided = async (transactionRef: string): Promise<unknown> => {
    const path = `/transactions/${transactionRef}?operation=redeem`;
    await eventually('it is decided', async () => (await api.get(path)).status === 200);
    return (await api.get(path)).body;
  };
  const notExecuted = {
    state: 'FAILED',
    problem: {
      code: 'PROCESSING_TIMEOUT',
      context: { executed: false, notAfter: expect.any(String) as string },
    },
  };

  it('▲ a redeem that its engine reaches too late is not executed, and says so; the same reference then executes (D92)', async () => {
    const { memberRef, memberId } = await memberWith(500);
    const body = order(memberRef);
    process.kill(burnEngine(), 'SIGSTOP');
    const late = await redeem(body, {}, api).finally(() => process.kill(burnEngine(), 'SIGCONT'));
    expect([late.status, late.body.code]).toEqual([503, 'PROCESSING_TIMEOUT']);
    expect(await untilDecided(body.transactionRef)).toMatchObject(notExecuted);
    expect(await balanceOf(memberId)).toBe(500);
    const again = await redeem(body);
    expect([again.status, again.headers.get('Idempotency-Mismatch')]).toEqual([200, null]);
    expect(await balanceOf(memberId)).toBe(0);
  });

  it('▲ a redeem that began in time and waited for its member past its deadline is not executed', async () => {
    const { memberRef, memberId } = await memberWith(500);
    const body = order(memberRef);
    const holder = new pg.Client({ connectionString: readLocalStack().databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
      const late = await redeem(body, {}, api);
      expect([late.status, late.body.code]).toEqual([503, 'PROCESSING_TIMEOUT']);
      await holder.query('COMMIT');
    } finally {
      await holder.end();
    }
    expect(await untilDecided(body.transactionRef)).toMatchObject(notExecuted);
    expect(await balanceOf(memberId)).toBe(500);
  });
});
