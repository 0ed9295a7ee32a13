import { openFulfilmentFixture, type FulfilmentFixture } from '../testing/fulfilment-fixture.ts';
import { answered } from '../testing/provider-results.ts';
import { assign, changeState, enrol, giveReward, openEnvironment } from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());
afterEach(() => fixture.clear());

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Later than any fact comes. */
const untilStranded = (): void => {
  fixture.nowMs += 5 * minuteMs + 1;
};
const published = () =>
  fixture.published.map(({ type, data }) => [type, data['rewardId'], data['failureReason'] ?? null]);

test('a reward whose fact was lost is issued or gets a task after five minutes, and is published once', async () => {
  const { environmentId, providerId } = await fixture.openWithProvider();
  await assign(fixture.db, environmentId, { default: 'acme', byType: { FREE_ITEM: 'generator' } });
  const asked = await fixture.give(environmentId);
  const own = await fixture.give(environmentId, { rewardType: 'FREE_ITEM' });
  untilStranded();
  await fixture.repair();
  expect(await fixture.read(own)).toMatchObject({ state: 'ISSUED', provider: 'generator' });
  expect(await fixture.read(asked)).toMatchObject({ state: 'PENDING_FULFILMENT', provider: 'acme' });
  expect(await fixture.due()).toEqual([{ id: asked.id, lane: providerId, rank: 2, attempt: 0, inMs: 0 }]);
  await fixture.repair();
  await fixture.batch([own, asked]);
  expect([(await fixture.due()).length, await fixture.work()]).toEqual([1, 1]);
  expect(published()).toEqual([
    ['reward.issued', own.id, null],
    ['reward.issued', asked.id, null],
  ]);
});

test('a younger reward is left alone, and so is one with a task', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const asked = await fixture.give(environmentId);
  await fixture.batch([asked]);
  fixture.answer = () => answered(503);
  await fixture.work();
  const before = await fixture.due();
  untilStranded();
  const young = await fixture.give(await openEnvironment(fixture.db), { atMs: fixture.nowMs - 5 * minuteMs });
  await fixture.repair();
  expect(await fixture.read(young)).toMatchObject({ state: 'PENDING_FULFILMENT', provider: null });
  expect(await fixture.read(asked)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  expect((await fixture.due()).map(({ id, attempt }) => [id, attempt])).toEqual(
    before.map(({ id, attempt }) => [id, attempt]),
  );
  expect(published()).toEqual([]);
});

test('▲ a reward that gets a task while the job runs does not get a second one', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  untilStranded();
  let mended: Promise<void> = Promise.resolve();
  await fixture.batch([reward], {
    stored: async () => {
      mended = fixture.repair();
      await fixture.untilLocked();
    },
  });
  await mended;
  expect(await fixture.due()).toMatchObject([{ id: reward.id, attempt: 0 }]);
});

test('▲ the reward of a member who was erased meanwhile fails, and is published once', async () => {
  const environmentId = await openEnvironment(fixture.db);
  const member = await enrol(fixture.db, environmentId);
  const reward = await giveReward(fixture.db, member, { atMs: fixture.nowMs });
  await changeState(fixture.db, member, 'anonymized');
  untilStranded();
  await fixture.repair();
  await fixture.repair();
  expect(published()).toEqual([['reward.failed', reward.id, 'MEMBER_ERASED']]);
});

test('one run repairs all rewards, a few in each transaction', async () => {
  const environmentId = await fixture.openWithPool('FILM-1', 'FILM-2', 'FILM-3', 'FILM-4', 'FILM-5');
  for (let n = 0; n < 6; n += 1) await fixture.give(environmentId);
  untilStranded();
  await fixture.repair(2);
  expect(published().map(([type]) => type)).toEqual(Array.from({ length: 5 }, () => 'reward.issued'));
  expect(await fixture.due()).toMatchObject([{ attempt: 1 }]);
});

test('▲ a reward whose task is a day old ends as away, without another request; one whose request is running is left alone', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const [waiting, asked] = [await fixture.give(environmentId), await fixture.give(environmentId)];
  await fixture.batch([asked]);
  const process = await fixture.process();
  const claimed = await process.claim();
  await fixture.batch([waiting]);
  fixture.nowMs += dayMs;
  await fixture.repair();
  expect(published()).toEqual([]);
  fixture.nowMs += 1;
  await fixture.repair(1);
  const end = { state: 'FAILED', reason: 'PROVIDER_AWAY', attempts: 0, provider: 'acme' };
  expect(await fixture.read(waiting)).toMatchObject(end);
  expect(published()).toEqual([['reward.failed', waiting.id, 'PROVIDER_AWAY']]);
  expect([await process.record(await process.ask(claimed)), await fixture.work()]).toEqual([1, 0]);
  expect(await fixture.read(asked)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(fixture.sent).toHaveLength(1);
});

test('▲ the scan reads each waiting reward once, a few in each transaction, over all environments', async () => {
  const provided = [await fixture.openWithProvider(), await fixture.openWithProvider()];
  const rewards = [];
  for (const { environmentId } of [...provided, ...provided, ...provided])
    rewards.push(await fixture.give(environmentId));
  untilStranded();
  await fixture.repair(2);
  expect((await fixture.due()).map(({ id }) => id).toSorted()).toEqual(
    rewards.map(({ id }) => id).toSorted(),
  );
  await fixture.repair(2);
  expect(await fixture.due()).toHaveLength(rewards.length);
});

test('▲ a reward that ended as away and is retried gets one request, and waits for a day from then on', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  fixture.nowMs += dayMs + 1;
  await fixture.repair();
  await fixture.retry(reward);
  await fixture.batch([reward]);
  fixture.nowMs += dayMs;
  await fixture.repair();
  expect(await fixture.due()).toMatchObject([{ id: reward.id, attempt: 0 }]);
  expect(await fixture.work()).toBe(1);
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(fixture.sent).toHaveLength(1);
});

test('▲ a reward without a task for days gets a request before it can end', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  fixture.nowMs += 3 * dayMs;
  await fixture.repair(1);
  fixture.nowMs += minuteMs;
  await fixture.repair(1);
  expect(await fixture.work()).toBe(1);
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(published()).toEqual([['reward.issued', reward.id, null]]);
});
