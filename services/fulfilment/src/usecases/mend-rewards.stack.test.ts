import { openFulfilHouse, type FulfilHouse } from '../testing/fulfil-house.ts';
import { answered } from '../testing/provider-answers.ts';
import { assign, changeState, enrol, giveReward, openEnvironment } from '../testing/reward-world.ts';

let house: FulfilHouse;
beforeAll(async () => {
  house = await openFulfilHouse();
});
afterAll(() => house.drop());
afterEach(() => house.clear());

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Past the time in which a fact comes. */
const untilStranded = (): void => {
  house.nowMs += 5 * minuteMs + 1;
};
const told = () =>
  house.told.map(({ type, data }) => [type, data['rewardId'], data['failureReason'] ?? null]);

test('a reward whose fact was lost is issued or handed over after five minutes, and told of once', async () => {
  const { environmentId, lane } = await house.openWithProvider();
  await assign(house.db, environmentId, { default: 'acme', byType: { FREE_ITEM: 'generator' } });
  const asked = await house.give(environmentId);
  const own = await house.give(environmentId, { rewardType: 'FREE_ITEM' });
  untilStranded();
  await house.mend();
  expect(await house.look(own)).toMatchObject({ state: 'ISSUED', provider: 'generator' });
  expect(await house.look(asked)).toMatchObject({ state: 'PENDING_FULFILMENT', provider: 'acme' });
  expect(await house.due()).toEqual([{ id: asked.id, lane, rank: 1, attempt: 0, inMs: 0 }]);
  await house.mend();
  await house.batch([own, asked]);
  expect([(await house.due()).length, await house.work()]).toEqual([1, 1]);
  expect(told()).toEqual([
    ['reward.issued', own.id, null],
    ['reward.issued', asked.id, null],
  ]);
});

test('a reward that is younger is left alone, and so is one whose provider is asked at some time', async () => {
  const { environmentId } = await house.openWithProvider();
  const asked = await house.give(environmentId);
  await house.batch([asked]);
  house.answer = () => answered(503);
  await house.work();
  const before = await house.due();
  untilStranded();
  const young = await house.give(await openEnvironment(house.db), { atMs: house.nowMs - 5 * minuteMs });
  await house.mend();
  expect(await house.look(young)).toMatchObject({ state: 'PENDING_FULFILMENT', provider: null });
  expect(await house.look(asked)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  expect((await house.due()).map(({ id, attempt }) => [id, attempt])).toEqual(
    before.map(({ id, attempt }) => [id, attempt]),
  );
  expect(told()).toEqual([]);
});

test('▲ a reward that is handed over while the job looks is not handed over twice', async () => {
  const { environmentId } = await house.openWithProvider();
  const reward = await house.give(environmentId);
  untilStranded();
  let mended: Promise<void> = Promise.resolve();
  await house.batch([reward], {
    stored: async () => {
      mended = house.mend();
      await house.untilLocked();
    },
  });
  await mended;
  expect(await house.due()).toMatchObject([{ id: reward.id, attempt: 0 }]);
});

test('▲ the reward of a member who was erased meanwhile fails, and is told of once', async () => {
  const environmentId = await openEnvironment(house.db);
  const member = await enrol(house.db, environmentId);
  const reward = await giveReward(house.db, member, { atMs: house.nowMs });
  await changeState(house.db, member, 'anonymized');
  untilStranded();
  await house.mend();
  await house.mend();
  expect(told()).toEqual([['reward.failed', reward.id, 'MEMBER_ERASED']]);
});

test('one run mends all, a few in each transaction', async () => {
  const environmentId = await house.openWithPool('FILM-1', 'FILM-2', 'FILM-3', 'FILM-4', 'FILM-5');
  for (let n = 0; n < 6; n += 1) await house.give(environmentId);
  untilStranded();
  await house.mend(2);
  expect(told().map(([type]) => type)).toEqual(Array.from({ length: 5 }, () => 'reward.issued'));
  expect(await house.due()).toMatchObject([{ attempt: 1 }]);
});

test('▲ what was handed over a day ago ends as away, and nobody is asked for it any more; what is being asked is left to its answer', async () => {
  const { environmentId } = await house.openWithProvider();
  const [waiting, asked] = [await house.give(environmentId), await house.give(environmentId)];
  await house.batch([asked]);
  const process = await house.process();
  const claimed = await process.claim();
  await house.batch([waiting]);
  house.nowMs += dayMs;
  await house.mend();
  expect(told()).toEqual([]);
  house.nowMs += 1;
  await house.mend(1);
  const end = { state: 'FAILED', reason: 'PROVIDER_AWAY', attempts: 0, provider: 'acme' };
  expect(await house.look(waiting)).toMatchObject(end);
  expect(told()).toEqual([['reward.failed', waiting.id, 'PROVIDER_AWAY']]);
  expect([await process.record(await process.ask(claimed)), await house.work()]).toEqual([1, 0]);
  expect(await house.look(asked)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(house.sent).toHaveLength(1);
});

test('▲ the walk over all that wait looks at each once, a few in each transaction, over environments', async () => {
  const provided = [await house.openWithProvider(), await house.openWithProvider()];
  const rewards = [];
  for (const { environmentId } of [...provided, ...provided, ...provided])
    rewards.push(await house.give(environmentId));
  untilStranded();
  await house.mend(2);
  expect((await house.due()).map(({ id }) => id).toSorted()).toEqual(rewards.map(({ id }) => id).toSorted());
  await house.mend(2);
  expect(await house.due()).toHaveLength(rewards.length);
});

test('▲ one that ended so and is asked for again is asked for once, and waits for a day from then on', async () => {
  const { environmentId } = await house.openWithProvider();
  const reward = await house.give(environmentId);
  await house.batch([reward]);
  house.nowMs += dayMs + 1;
  await house.mend();
  await house.retry(reward);
  await house.batch([reward]);
  house.nowMs += dayMs;
  await house.mend();
  expect(await house.due()).toMatchObject([{ id: reward.id, attempt: 0 }]);
  expect(await house.work()).toBe(1);
  expect(await house.look(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(house.sent).toHaveLength(1);
});

test('▲ one that nobody had in mind for days is asked for before it can end', async () => {
  const { environmentId } = await house.openWithProvider();
  const reward = await house.give(environmentId);
  house.nowMs += 3 * dayMs;
  await house.mend(1);
  house.nowMs += minuteMs;
  await house.mend(1);
  expect(await house.work()).toBe(1);
  expect(await house.look(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(told()).toEqual([['reward.issued', reward.id, null]]);
});
