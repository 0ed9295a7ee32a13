import type { EnvironmentId } from '@loyalty/kernel';
import { readPools } from '@loyalty/tables/rewards';
import { acmeCodeOf, type FulfilmentFixture, openFulfilmentFixture } from '../testing/fulfilment-fixture.ts';
import { gives, unreached } from '../testing/provider-results.ts';
import {
  addProvider,
  assign,
  changeState,
  enrol,
  fillPool,
  giveReward,
  openEnvironment,
} from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());
afterEach(() => fixture.clear());

const givenCodes = async (): Promise<string[]> =>
  (await fixture.db.query<{ code: string }>('SELECT code FROM reward_codes ORDER BY code')).map(
    ({ code }) => code,
  );

/** Sets the database back, as if it had lost the commits of its last batches. */
const loseCodes = async (environmentId: EnvironmentId): Promise<void> => {
  await fixture.db.query('DELETE FROM reward_codes WHERE environment_id = $1', [environmentId]);
  await fixture.db.query(
    `UPDATE rewards SET state = 'PENDING_FULFILMENT', code = NULL, provider = NULL, attempts = 0, issued_at = NULL
      WHERE environment_id = $1`,
    [environmentId],
  );
};

const published = () => fixture.published.map(({ type, data }) => [type, data['rewardId']]);

test('rewards of the generator and of pools are issued in one batch, one code each, and no fact has a code', async () => {
  const environmentId = await openEnvironment(fixture.db);
  await fillPool(fixture.db, environmentId, { name: 'films', codes: ['FILM-1', 'FILM-2'] });
  await fillPool(fixture.db, environmentId, { name: 'books', codes: ['BOOK-1'] });
  await assign(fixture.db, environmentId, { byType: { FREE_ITEM: 'films', GIFT_CARD: 'books' } });
  const own = await fixture.give(environmentId, { rewardType: 'DISCOUNT_VOUCHER', validDays: 2 });
  const films = [
    await fixture.give(environmentId, { rewardType: 'FREE_ITEM' }),
    await fixture.give(environmentId, { rewardType: 'FREE_ITEM' }),
  ];
  const book = await fixture.give(environmentId);
  const elsewhere = await fixture.give(await openEnvironment(fixture.db));
  const all = [own, ...films, book, elsewhere];
  await fixture.batch(all);
  const stored = await Promise.all(all.map((reward) => fixture.read(reward)));
  expect(stored.map(({ state, provider, attempts }) => [state, provider, attempts])).toEqual(
    ['generator', 'films', 'films', 'books', 'generator'].map((provider) => ['ISSUED', provider, 1]),
  );
  expect(stored[0]?.expiresAt).toEqual(new Date(fixture.nowMs + 2 * 86_400_000));
  const codes = stored.map(({ code }) => code ?? '');
  expect(codes.slice(1, 4).toSorted()).toEqual(['BOOK-1', 'FILM-1', 'FILM-2']);
  expect(await givenCodes()).toEqual(codes.toSorted());
  expect(published().toSorted()).toEqual(all.map(({ id }) => ['reward.issued', id]).toSorted());
  expect(codes.filter((code) => fixture.published.some(({ text }) => text.includes(code)))).toEqual([]);
  expect([await fixture.due(), fixture.wakes]).toEqual([[], 0]);
});

test('the same fact twice in a batch, and once more later, gives one code and publishes once', async () => {
  const reward = await fixture.give(await openEnvironment(fixture.db));
  await fixture.batch([reward, { ...reward }]);
  const { code } = await fixture.read(reward);
  await fixture.batch([reward]);
  expect([await givenCodes(), (await fixture.read(reward)).code]).toEqual([[code], code]);
  expect(published()).toEqual([['reward.issued', reward.id]]);
});

test('▲ a reward whose code was lost with its commit gets the same one again', async () => {
  const environmentId = await openEnvironment(fixture.db);
  const reward = await fixture.give(environmentId);
  const other = await fixture.give(environmentId);
  await fixture.batch([reward, other]);
  const codes = [(await fixture.read(reward)).code, (await fixture.read(other)).code];
  expect(codes[0]).not.toBe(codes[1]);
  await loseCodes(environmentId);
  await fixture.batch([other, reward]);
  expect([(await fixture.read(reward)).code, (await fixture.read(other)).code]).toEqual(codes);
});

test('▲ the generator does not make a code that a pool gave to another reward meanwhile', async () => {
  const environmentId = await openEnvironment(fixture.db);
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  const { code } = await fixture.read(reward);
  await loseCodes(environmentId);
  await fillPool(fixture.db, environmentId, { name: 'films', codes: [code ?? ''] });
  await assign(fixture.db, environmentId, { byType: { FREE_ITEM: 'films' } });
  const film = await fixture.give(environmentId, { rewardType: 'FREE_ITEM' });
  await fixture.batch([film]);
  await fixture.batch([reward]);
  expect(await fixture.read(film)).toMatchObject({ state: 'ISSUED', code });
  const again = await fixture.read(reward);
  expect(again).toMatchObject({ state: 'ISSUED', provider: 'generator' });
  expect(again.code).not.toBe(code);
});

test('▲ two batches with one reward at the same time give one code, and the later one publishes nothing', async () => {
  const environmentId = await fixture.openWithPool('FILM-1', 'FILM-2');
  const reward = await fixture.give(environmentId);
  let second: Promise<void> = Promise.resolve();
  await fixture.batch([reward], {
    stored: async () => {
      second = fixture.batch([reward]);
      await fixture.untilLocked();
    },
  });
  await second;
  expect([await givenCodes(), published()]).toEqual([['FILM-1'], [['reward.issued', reward.id]]]);
  expect(await readPools(fixture.db, environmentId)).toMatchObject([{ remaining: 1 }]);
});

test('▲ the reward of an erased member fails, and no code is drawn for it; that of a suspended one is issued', async () => {
  const environmentId = await fixture.openWithPool('FILM-1', 'FILM-2');
  const [erased, suspended] = [
    await enrol(fixture.db, environmentId),
    await enrol(fixture.db, environmentId),
  ];
  await changeState(fixture.db, erased, 'anonymized');
  await changeState(fixture.db, suspended, 'suspended');
  const lost = await giveReward(fixture.db, erased, { atMs: fixture.nowMs });
  const kept = await giveReward(fixture.db, suspended, { atMs: fixture.nowMs });
  await fixture.batch([lost, kept]);
  expect(await fixture.read(lost)).toMatchObject({ state: 'FAILED', reason: 'MEMBER_ERASED', attempts: 0 });
  expect(await fixture.read(kept)).toMatchObject({ state: 'ISSUED', code: 'FILM-1' });
  expect(await readPools(fixture.db, environmentId)).toMatchObject([{ remaining: 1 }]);
  expect(fixture.published.find(({ type }) => type === 'reward.failed')?.data).toMatchObject({
    rewardId: lost.id,
    failureReason: 'MEMBER_ERASED',
  });
});

test('of a pool with fewer codes than rewards some are issued, and the rest wait for a try in ten seconds', async () => {
  const environmentId = await fixture.openWithPool('FILM-1', 'FILM-2');
  const rewards = [
    await fixture.give(environmentId),
    await fixture.give(environmentId),
    await fixture.give(environmentId),
  ];
  await fixture.batch(rewards);
  expect(await givenCodes()).toEqual(['FILM-1', 'FILM-2']);
  const [row, ...more] = await fixture.due();
  expect([row?.rank, row?.attempt, more, fixture.wakes]).toEqual([0, 1, [], 1]);
  expect(Math.abs((row?.inMs ?? 0) - 10_000)).toBeLessThanOrEqual(2_000);
  expect(await fixture.read({ environmentId, id: row?.id ?? '' })).toMatchObject({
    state: 'PENDING_FULFILMENT',
    provider: 'films',
    attempts: 1,
  });
  expect(fixture.published).toHaveLength(2);
});

test('a reward waits for a provider that is not configured, and the reward of another type is issued', async () => {
  const { environmentId } = await fixture.openWithProvider();
  await fixture.db.query('DELETE FROM reward_providers WHERE environment_id = $1', [environmentId]);
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  expect(await fixture.read(reward)).toMatchObject({
    state: 'PENDING_FULFILMENT',
    provider: 'acme',
    attempts: 1,
  });
  expect(await fixture.due()).toMatchObject([{ id: reward.id, rank: 0, attempt: 1 }]);
  expect([fixture.published, fixture.sent]).toEqual([[], []]);
});

test.each([
  { title: 'that of its type', given: { rewardType: 'FREE_ITEM' as const }, code: 'TYPE' },
  { title: 'else the default', given: {}, code: 'DEFAULT' },
  {
    title: 'the one that the value of a coupon names',
    given: { rewardType: 'COUPON_VOUCHER' as const, value: { provider: 'wished' } },
    code: 'WISHED',
  },
  {
    title: 'its type’s, where a coupon names nobody whom there is',
    given: { rewardType: 'COUPON_VOUCHER' as const, value: { provider: 'nobody' } },
    code: 'COUPON',
  },
  {
    title: 'the default, whomever the value of another type names',
    given: { value: { provider: 'wished' } },
    code: 'DEFAULT',
  },
])('the provider of a reward’s code: $title', async ({ given, code }) => {
  const environmentId = await openEnvironment(fixture.db);
  for (const one of ['TYPE', 'DEFAULT', 'WISHED', 'COUPON'])
    await fillPool(fixture.db, environmentId, { name: one.toLowerCase(), codes: [one] });
  await assign(fixture.db, environmentId, {
    default: 'default',
    byType: { FREE_ITEM: 'type', COUPON_VOUCHER: 'coupon' },
  });
  const reward = await fixture.give(environmentId, given);
  await fixture.batch([reward]);
  expect(await fixture.read(reward)).toMatchObject({ code, provider: code.toLowerCase() });
});

test('▲ a reward of a provider over HTTP gets one task for any number of facts, before and after the request', async () => {
  const { environmentId, providerId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  let second: Promise<void> = Promise.resolve();
  await fixture.batch([reward, reward], {
    stored: async () => {
      second = fixture.batch([reward]);
      await fixture.untilLocked();
    },
  });
  await second;
  await fixture.batch([reward]);
  expect(await fixture.due()).toEqual([{ id: reward.id, lane: providerId, rank: 1, attempt: 0, inMs: 0 }]);
  expect([fixture.sent, fixture.wakes]).toEqual([[], 1]);
  fixture.answer = () => unreached('CONNECT_FAILED');
  await fixture.work();
  await fixture.batch([reward]);
  expect(await fixture.due()).toMatchObject([{ rank: 0, attempt: 1 }]);
  expect(fixture.published).toEqual([]);
});

test('a failed reward that is retried gets a new task', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  fixture.answer = () => gives('');
  await fixture.batch([reward]);
  for (let n = 0; n < 5; n += 1) {
    await fixture.untilDue();
    await fixture.work();
  }
  expect(await fixture.read(reward)).toMatchObject({ state: 'FAILED', reason: 'PROVIDER_BAD_ANSWER' });
  await fixture.retry(reward);
  fixture.answer = () => gives(acmeCodeOf(reward));
  await fixture.batch([reward]);
  expect(await fixture.due()).toMatchObject([{ id: reward.id, rank: 1, attempt: 0, inMs: 0 }]);
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', attempts: 1, reason: null });
});

test('▲ a batch that drew a code which another reward got meanwhile runs again, and gives the next one', async () => {
  const environmentId = await fixture.openWithPool('FILM-1', 'FILM-2');
  await addProvider(fixture, environmentId);
  await assign(fixture.db, environmentId, { default: 'films', byType: { FREE_ITEM: 'acme' } });
  const [other, reward] = [
    await fixture.give(environmentId, { rewardType: 'FREE_ITEM' }),
    await fixture.give(environmentId),
  ];
  await fixture.batch([other]);
  fixture.answer = () => gives('FILM-1');
  const run = fixture.batch([reward], {
    decided: async () => {
      await fixture.work();
    },
  });
  await expect(run).rejects.toMatchObject({ name: 'LostRace' });
  expect(await fixture.read(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 0 });
  await fixture.batch([reward]);
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', code: 'FILM-2' });
  expect(published()).toEqual([
    ['reward.issued', other.id],
    ['reward.issued', reward.id],
  ]);
});
