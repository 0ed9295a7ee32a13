import type { RewardName } from '@loyalty/accounts';
import type { PostResult } from '@loyalty/egress';
import type { EnvironmentId } from '@loyalty/kernel';
import { addCodes, openPool, readPools, setProvider } from '@loyalty/programme';
import { acmeCodeOf, openFulfilHouse, type FulfilHouse } from '../testing/fulfil-house.ts';
import { answered, gives, unheard, unreached } from '../testing/provider-answers.ts';
import { addProvider, assign, enrol, giveReward } from '../testing/reward-world.ts';

let house: FulfilHouse;
beforeAll(async () => {
  house = await openFulfilHouse();
});
afterAll(() => house.drop());
afterEach(() => house.clear());

const dayMs = 86_400_000;

/** A reward that waits for its provider from now on. */
const handOver = async (given: { readonly isIdempotent?: boolean } = {}): Promise<RewardName> => {
  const { environmentId } = await house.openWithProvider(given);
  const reward = await house.give(environmentId);
  await house.batch([reward]);
  return reward;
};

/** Works until nothing is due; answers after which waits. */
const workToTheEnd = async (): Promise<number[]> => {
  const waits: number[] = [];
  while ((await house.due()).length > 0) {
    waits.push(await house.untilDue());
    await house.work();
  }
  return waits;
};

const keysSent = () => house.sent.map(({ headers }) => headers['idempotency-key']);
const told = () => house.told.map(({ type, data }) => [type, data['failureReason'] ?? null]);

test('a provider that gives a code is asked once, and the reward expires when it says so', async () => {
  const reward = await handOver();
  const expiresAt = new Date(house.nowMs + dayMs);
  house.answer = () => gives('ACME-1', { expiresAt: expiresAt.toISOString() });
  expect(await house.work()).toBe(1);
  expect(await house.look(reward)).toMatchObject({
    state: 'ISSUED',
    code: 'ACME-1',
    provider: 'acme',
    attempts: 1,
    expiresAt,
  });
  expect(house.told.map(({ type, data }) => [type, data['rewardId'], data['expiresAt']])).toEqual([
    ['reward.issued', reward.id, expiresAt.toISOString()],
  ]);
  expect(house.told.some(({ text }) => text.includes('ACME-1'))).toBe(false);
  expect([keysSent(), await house.due()]).toEqual([[reward.id], []]);
});

const again: readonly (readonly [string, PostResult])[] = [
  ...[202, 408, 425, 429, 500, 503].map((status) => [status.toString(), answered(status)] as const),
  ['a redirect', answered(302)],
  ['no connection', unreached('CONNECT_FAILED')],
  ['no such name', unreached('DNS_FAILED')],
  ['a foreign certificate', unreached('TLS_FAILED')],
  ['a private address', unreached('BLOCKED_ADDRESS')],
  ['no answer within 10 s', unheard('TIMED_OUT')],
  ['200 without a code', answered(200, '{}')],
];
test.each(again)('%s: asked again with the same key', async (_, result) => {
  const reward = await handOver();
  house.answer = () => result;
  await house.work();
  expect(await house.look(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  expect([await house.work(), house.told]).toEqual([0, []]);
  house.answer = () => gives(acmeCodeOf(reward));
  expect((await workToTheEnd()).length).toBe(1);
  expect(await house.look(reward)).toMatchObject({ state: 'ISSUED', attempts: 2 });
  expect(keysSent()).toEqual([reward.id, reward.id]);
});

test.each([400, 401, 404, 409, 422])('%i: refused at once, and not asked again', async (status) => {
  const reward = await handOver();
  house.answer = () => answered(status);
  await house.work();
  expect(await house.look(reward)).toMatchObject({
    state: 'FAILED',
    reason: 'PROVIDER_REFUSED',
    attempts: 1,
    provider: 'acme',
  });
  expect([told(), await house.due()]).toEqual([[['reward.failed', 'PROVIDER_REFUSED']], []]);
});

const expectedWaits = [10_000, 60_000, 300_000, 1_800_000];

test.each([
  ['PROVIDER_AWAY', answered(503)],
  ['PROVIDER_BAD_ANSWER', answered(200, 'no code')],
])('a provider is asked five times, and then the reward has failed: %s', async (reason, result) => {
  const reward = await handOver();
  house.answer = () => result;
  const [first, ...waits] = await workToTheEnd();
  expect([first, waits.length]).toEqual([0, 4]);
  const spread = waits.map((waitMs, at) => waitMs / (expectedWaits[at] ?? NaN));
  expect(spread.filter((ratio) => !(ratio >= 0.8 && ratio <= 1.2))).toEqual([]);
  expect(await house.look(reward)).toMatchObject({ state: 'FAILED', reason, attempts: 5 });
  expect([keysSent().length, told()]).toEqual([5, [['reward.failed', reason]]]);
});

test('an empty pool is tried five times and asks nobody; filled in time, it gives its code as the outcome is recorded', async () => {
  const environmentId = await house.openWithPool();
  const [early, late] = [await house.give(environmentId), await house.give(environmentId)];
  await house.batch([early, late]);
  await house.untilDue();
  const opened = await openPool(house.db, environmentId, { name: 'films' });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  await addCodes(house.db, opened.poolId, ['FILM-1']);
  house.nowMs += 5_000;
  const process = await house.process();
  const outcomes = await process.ask(await process.claim());
  expect(await readPools(house.db, environmentId)).toMatchObject([{ remaining: 1 }]);
  const crash = process.record(outcomes, () => Promise.reject(new Error('crash')));
  await expect(crash).rejects.toThrow('crash');
  expect(await readPools(house.db, environmentId)).toMatchObject([{ remaining: 1 }]);
  expect(await process.record(outcomes)).toBe(2);
  const stored = [await house.look(early), await house.look(late)];
  expect(stored.map(({ attempts }) => attempts)).toEqual([2, 2]);
  expect(stored.flatMap(({ code }) => code ?? [])).toEqual(['FILM-1']);
  expect((await workToTheEnd()).length).toBe(3);
  const ends = [await house.look(early), await house.look(late)];
  expect(ends.flatMap(({ reason }) => reason ?? [])).toEqual(['POOL_EMPTY']);
  expect([house.sent, told().length]).toEqual([[], 2]);
});

test('a provider that nobody has configured is tried five times, and is asked as soon as it is there', async () => {
  const found = await house.openWithProvider();
  const { environmentId } = found;
  await house.db.query('DELETE FROM reward_providers WHERE environment_id = $1', [environmentId]);
  const [early, late] = [await house.give(environmentId), await house.give(environmentId)];
  await house.batch([early]);
  await workToTheEnd();
  expect(await house.look(early)).toMatchObject({ state: 'FAILED', reason: 'NOT_CONFIGURED', attempts: 5 });
  await house.batch([late]);
  await addProvider(house, environmentId);
  await workToTheEnd();
  expect(await house.look(late)).toMatchObject({ state: 'ISSUED', attempts: 2 });
  expect(keysSent()).toEqual([late.id]);
});

test('▲ a code that another reward has fails the reward at once; also where both are recorded together', async () => {
  const { environmentId } = await house.openWithProvider();
  house.answer = () => gives('THE-SAME');
  const rewards = [await house.give(environmentId), await house.give(environmentId)];
  await house.batch(rewards);
  await house.work();
  const late = await house.give(environmentId);
  await house.batch([late]);
  await house.work();
  const states = await Promise.all([...rewards, late].map((reward) => house.look(reward)));
  const liar = { state: 'FAILED', code: null, reason: 'PROVIDER_DUPLICATE_CODE', attempts: 1 };
  expect(states.filter(({ state }) => state === 'FAILED')).toMatchObject([liar, liar]);
  expect([house.duplicates.length, house.duplicates.includes(late.id)]).toEqual([2, true]);
  expect(states.filter(({ state }) => state === 'ISSUED')).toMatchObject([{ code: 'THE-SAME' }]);
  expect([keysSent().length, await house.due()]).toEqual([3, []]);
  expect(
    told()
      .map(([type]) => type)
      .toSorted(),
  ).toEqual(['reward.failed', 'reward.failed', 'reward.issued']);
});

test('what is not reached for a day is given up as away, whatever it said last; a retry begins the day anew', async () => {
  const reward = await handOver();
  house.answer = () => answered(200, 'no code');
  house.nowMs += dayMs + 1;
  await house.work();
  expect(await house.look(reward)).toMatchObject({ state: 'FAILED', reason: 'PROVIDER_AWAY', attempts: 1 });
  house.nowMs += dayMs;
  await house.retry(reward);
  await house.batch([reward]);
  await house.work();
  expect(await house.look(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  house.nowMs += dayMs + 1;
  await house.work();
  expect(await house.look(reward)).toMatchObject({ state: 'FAILED', reason: 'PROVIDER_AWAY', attempts: 2 });
});

test('a provider that gives a new code each time is asked again only where it was not asked', async () => {
  const reward = await handOver({ isIdempotent: false });
  house.answer = () => unreached('CONNECT_FAILED');
  await house.work();
  house.answer = () => answered(429);
  await house.untilDue();
  await house.work();
  house.answer = () => unheard('TIMED_OUT');
  await workToTheEnd();
  expect(await house.look(reward)).toMatchObject({
    state: 'FAILED',
    reason: 'PROVIDER_AMBIGUOUS',
    attempts: 3,
  });
  expect(keysSent().length).toBe(3);
  await house.retry(reward);
  house.answer = () => gives('ACME-2');
  await house.batch([reward]);
  await house.work();
  expect(await house.look(reward)).toMatchObject({ state: 'ISSUED', code: 'ACME-2', attempts: 1 });
});

const promiseNow = async (environmentId: EnvironmentId): Promise<void> => {
  await setProvider(house, environmentId, {
    name: 'acme',
    url: 'https://acme.example/codes',
    secret: null,
    isIdempotent: true,
    callsMax: 8,
  });
};
const askTheGenerator = (environmentId: EnvironmentId): Promise<void> =>
  assign(house.db, environmentId, { default: 'generator' });

test.each([
  ['its provider has promised since to give it again', promiseNow],
  ['another provider is asked by now', askTheGenerator],
])('▲ a code that a process died with is not asked for again where %s', async (_where, change) => {
  const reward = await handOver({ isIdempotent: false });
  const process = await house.process();
  await process.claim();
  await change(reward.environmentId);
  await process.die();
  expect(await house.work()).toBe(1);
  const end = { state: 'FAILED', reason: 'PROVIDER_AMBIGUOUS', provider: 'acme' };
  expect(await house.look(reward)).toMatchObject(end);
  expect(house.sent).toEqual([]);
});

test('what its provider is asked is signed with the secret as it is now, and tells nothing of the member', async () => {
  const { environmentId } = await house.openWithProvider();
  const member = await enrol(house.db, environmentId);
  const reward = await giveReward(house.db, member, { atMs: house.nowMs });
  await house.batch([reward]);
  house.answer = () => answered(500);
  await house.work();
  const moved = { name: 'acme', url: 'https://acme.example/v2', isIdempotent: true, callsMax: 8 };
  await setProvider(house, environmentId, { ...moved, secret: 'whsec_second' });
  await house.untilDue();
  await house.work();
  const [first, second] = house.sent;
  expect([first?.url, second?.url]).toEqual(['https://acme.example/codes', 'https://acme.example/v2']);
  expect(first?.body).toEqual(second?.body);
  expect(first?.headers['x-loyalty-signature']).not.toBe(second?.headers['x-loyalty-signature']);
  expect(first?.body.toString()).not.toContain(member.memberId);
});

test('▲ a provider that it was not its turn to be asked is asked a minute later, and that was no try (D115)', async () => {
  const reward = await handOver({ isIdempotent: false });
  house.answer = () => ({ outcome: 'untried' });
  await house.work();
  expect(await house.look(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 0 });
  expect(await house.untilDue()).toBeLessThanOrEqual(60_000);
  house.answer = () => gives('ACME-1');
  await house.work();
  expect(await house.look(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
});
