import type { PostResult } from '@loyalty/egress';
import type { EnvironmentId } from '@loyalty/kernel';
import type { RewardKey } from '@loyalty/tables/granted-rewards';
import { readPools } from '@loyalty/tables/rewards';
import { addCodes, openPool, setProvider } from '@loyalty/tables/rewards/management';
import { acmeCodeOf, type FulfilmentFixture, openFulfilmentFixture } from '../testing/fulfilment-fixture.ts';
import { answered, gives, unanswered, unreached } from '../testing/provider-results.ts';
import { addProvider, assign, enrol, giveReward } from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());
afterEach(() => fixture.clear());

const dayMs = 86_400_000;

/** Gives a reward that waits for its provider. */
const giveWaiting = async (given: { readonly isIdempotent?: boolean } = {}): Promise<RewardKey> => {
  const { environmentId } = await fixture.openWithProvider(given);
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  return reward;
};

/** Runs tasks until none is left. Returns the waits between them. */
const workToTheEnd = async (): Promise<number[]> => {
  const waits: number[] = [];
  while ((await fixture.due()).length > 0) {
    waits.push(await fixture.untilDue());
    await fixture.work();
  }
  return waits;
};

const keysSent = () => fixture.sent.map(({ headers }) => headers['idempotency-key']);
const published = () => fixture.published.map(({ type, data }) => [type, data['failureReason'] ?? null]);

test('a provider that gives a code is called once, and the reward expires at the time in its response', async () => {
  const reward = await giveWaiting();
  const expiresAt = new Date(fixture.nowMs + dayMs);
  fixture.answer = () => gives('ACME-1', { expiresAt: expiresAt.toISOString() });
  expect(await fixture.work()).toBe(1);
  expect(await fixture.read(reward)).toMatchObject({
    state: 'ISSUED',
    code: 'ACME-1',
    provider: 'acme',
    attempts: 1,
    expiresAt,
  });
  expect(fixture.published.map(({ type, data }) => [type, data['rewardId'], data['expiresAt']])).toEqual([
    ['reward.issued', reward.id, expiresAt.toISOString()],
  ]);
  expect(fixture.published.some(({ text }) => text.includes('ACME-1'))).toBe(false);
  expect([keysSent(), await fixture.due()]).toEqual([[reward.id], []]);
});

const again: readonly (readonly [string, PostResult])[] = [
  ...[202, 408, 425, 429, 500, 503].map((status) => [status.toString(), answered(status)] as const),
  ['a redirect', answered(302)],
  ['no connection', unreached('CONNECT_FAILED')],
  ['no such name', unreached('DNS_FAILED')],
  ['a foreign certificate', unreached('TLS_FAILED')],
  ['a private address', unreached('BLOCKED_ADDRESS')],
  ['no answer within 10 s', unanswered('TIMED_OUT')],
  ['200 without a code', answered(200, '{}')],
];
test.each(again)('%s: called again with the same key', async (_, result) => {
  const reward = await giveWaiting();
  fixture.answer = () => result;
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  expect([await fixture.work(), fixture.published]).toEqual([0, []]);
  fixture.answer = () => gives(acmeCodeOf(reward));
  expect((await workToTheEnd()).length).toBe(1);
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', attempts: 2 });
  expect(keysSent()).toEqual([reward.id, reward.id]);
});

test.each([400, 401, 404, 409, 422])('%i: refused at once, and not called again', async (status) => {
  const reward = await giveWaiting();
  fixture.answer = () => answered(status);
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({
    state: 'FAILED',
    reason: 'PROVIDER_REFUSED',
    attempts: 1,
    provider: 'acme',
  });
  expect([published(), await fixture.due()]).toEqual([[['reward.failed', 'PROVIDER_REFUSED']], []]);
});

const expectedWaits = [10_000, 60_000, 300_000, 1_800_000];

test.each([
  ['PROVIDER_AWAY', answered(503)],
  ['PROVIDER_BAD_ANSWER', answered(200, 'no code')],
])('a provider is called five times, and then the reward fails: %s', async (reason, result) => {
  const reward = await giveWaiting();
  fixture.answer = () => result;
  const [first, ...waits] = await workToTheEnd();
  expect([first, waits.length]).toEqual([0, 4]);
  const spread = waits.map((waitMs, at) => waitMs / (expectedWaits[at] ?? NaN));
  expect(spread.filter((ratio) => !(ratio >= 0.8 && ratio <= 1.2))).toEqual([]);
  expect(await fixture.read(reward)).toMatchObject({ state: 'FAILED', reason, attempts: 5 });
  expect([keysSent().length, published()]).toEqual([5, [['reward.failed', reason]]]);
});

test('an empty pool is tried five times without a request; filled in time, it gives its code as the outcome is recorded', async () => {
  const environmentId = await fixture.openWithPool();
  const [early, late] = [await fixture.give(environmentId), await fixture.give(environmentId)];
  await fixture.batch([early, late]);
  await fixture.untilDue();
  const opened = await openPool(fixture.db, environmentId, { name: 'films' });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  await addCodes(fixture.db, opened.poolId, ['FILM-1']);
  fixture.nowMs += 5_000;
  const process = await fixture.process();
  const outcomes = await process.ask(await process.claim());
  expect(await readPools(fixture.db, environmentId)).toMatchObject([{ remaining: 1 }]);
  const crash = process.record(outcomes, () => Promise.reject(new Error('crash')));
  await expect(crash).rejects.toThrow('crash');
  expect(await readPools(fixture.db, environmentId)).toMatchObject([{ remaining: 1 }]);
  expect(await process.record(outcomes)).toBe(2);
  const stored = [await fixture.read(early), await fixture.read(late)];
  expect(stored.map(({ attempts }) => attempts)).toEqual([2, 2]);
  expect(stored.flatMap(({ code }) => code ?? [])).toEqual(['FILM-1']);
  expect((await workToTheEnd()).length).toBe(3);
  const ends = [await fixture.read(early), await fixture.read(late)];
  expect(ends.flatMap(({ reason }) => reason ?? [])).toEqual(['POOL_EMPTY']);
  expect([fixture.sent, published().length]).toEqual([[], 2]);
});

test('a provider that is not configured is tried five times, and is called as soon as it exists', async () => {
  const found = await fixture.openWithProvider();
  const { environmentId } = found;
  await fixture.db.query('DELETE FROM reward_providers WHERE environment_id = $1', [environmentId]);
  const [early, late] = [await fixture.give(environmentId), await fixture.give(environmentId)];
  await fixture.batch([early]);
  await workToTheEnd();
  expect(await fixture.read(early)).toMatchObject({ state: 'FAILED', reason: 'NOT_CONFIGURED', attempts: 5 });
  await fixture.batch([late]);
  await addProvider(fixture, environmentId);
  await workToTheEnd();
  expect(await fixture.read(late)).toMatchObject({ state: 'ISSUED', attempts: 2 });
  expect(keysSent()).toEqual([late.id]);
});

test('▲ a code that another reward has fails the reward at once, also if both are recorded together', async () => {
  const { environmentId } = await fixture.openWithProvider();
  fixture.answer = () => gives('THE-SAME');
  const rewards = [await fixture.give(environmentId), await fixture.give(environmentId)];
  await fixture.batch(rewards);
  await fixture.work();
  const late = await fixture.give(environmentId);
  await fixture.batch([late]);
  await fixture.work();
  const states = await Promise.all([...rewards, late].map((reward) => fixture.read(reward)));
  const liar = { state: 'FAILED', code: null, reason: 'PROVIDER_DUPLICATE_CODE', attempts: 1 };
  expect(states.filter(({ state }) => state === 'FAILED')).toMatchObject([liar, liar]);
  expect([fixture.duplicates.length, fixture.duplicates.includes(late.id)]).toEqual([2, true]);
  expect(states.filter(({ state }) => state === 'ISSUED')).toMatchObject([{ code: 'THE-SAME' }]);
  expect([keysSent().length, await fixture.due()]).toEqual([3, []]);
  expect(
    published()
      .map(([type]) => type)
      .toSorted(),
  ).toEqual(['reward.failed', 'reward.failed', 'reward.issued']);
});

test('a provider that is unreachable for a day ends the reward as away; a retry starts a new day', async () => {
  const reward = await giveWaiting();
  fixture.answer = () => answered(200, 'no code');
  fixture.nowMs += dayMs + 1;
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'FAILED', reason: 'PROVIDER_AWAY', attempts: 1 });
  fixture.nowMs += dayMs;
  await fixture.retry(reward);
  await fixture.batch([reward]);
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  fixture.nowMs += dayMs + 1;
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'FAILED', reason: 'PROVIDER_AWAY', attempts: 2 });
});

test('a provider that is not idempotent is called again only if no request was sent', async () => {
  const reward = await giveWaiting({ isIdempotent: false });
  fixture.answer = () => unreached('CONNECT_FAILED');
  await fixture.work();
  fixture.answer = () => answered(429);
  await fixture.untilDue();
  await fixture.work();
  fixture.answer = () => unanswered('TIMED_OUT');
  await workToTheEnd();
  expect(await fixture.read(reward)).toMatchObject({
    state: 'FAILED',
    reason: 'PROVIDER_AMBIGUOUS',
    attempts: 3,
  });
  expect(keysSent().length).toBe(3);
  await fixture.retry(reward);
  fixture.answer = () => gives('ACME-2');
  await fixture.batch([reward]);
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', code: 'ACME-2', attempts: 1 });
});

const promiseNow = async (environmentId: EnvironmentId): Promise<void> => {
  await setProvider(fixture, environmentId, {
    name: 'acme',
    url: 'https://acme.example/codes',
    secret: null,
    isIdempotent: true,
    callsMax: 8,
  });
};
const askTheGenerator = (environmentId: EnvironmentId): Promise<void> =>
  assign(fixture.db, environmentId, { default: 'generator' });

test.each([
  ['its provider has promised since to give it again', promiseNow],
  ['another provider is asked by now', askTheGenerator],
])('▲ a code that a dead process may have got is not requested again if %s', async (_where, change) => {
  const reward = await giveWaiting({ isIdempotent: false });
  const process = await fixture.process();
  await process.claim();
  await change(reward.environmentId);
  await process.die();
  expect(await fixture.work()).toBe(1);
  const end = { state: 'FAILED', reason: 'PROVIDER_AMBIGUOUS', provider: 'acme' };
  expect(await fixture.read(reward)).toMatchObject(end);
  expect(fixture.sent).toEqual([]);
});

test('a request is signed with the present secret, and does not identify the member', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const member = await enrol(fixture.db, environmentId);
  const reward = await giveReward(fixture.db, member, { atMs: fixture.nowMs });
  await fixture.batch([reward]);
  fixture.answer = () => answered(500);
  await fixture.work();
  const moved = { name: 'acme', url: 'https://acme.example/v2', isIdempotent: true, callsMax: 8 };
  await setProvider(fixture, environmentId, { ...moved, secret: 'whsec_second' });
  await fixture.untilDue();
  await fixture.work();
  const [first, second] = fixture.sent;
  expect([first?.url, second?.url]).toEqual(['https://acme.example/codes', 'https://acme.example/v2']);
  expect(first?.body).toEqual(second?.body);
  expect(first?.headers['x-loyalty-signature']).not.toBe(second?.headers['x-loyalty-signature']);
  expect(first?.body.toString()).not.toContain(member.memberId);
});

test('▲ a provider that gets no slot is called a minute later, and no try is used up (D115)', async () => {
  const reward = await giveWaiting({ isIdempotent: false });
  fixture.answer = () => ({ outcome: 'untried' });
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 0 });
  expect(await fixture.untilDue()).toBeLessThanOrEqual(60_000);
  fixture.answer = () => gives('ACME-1');
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
});
