import { openFulfilmentFixture, type FulfilmentFixture } from '../testing/fulfilment-fixture.ts';
import { answered } from '../testing/provider-answers.ts';
import { assign, changeState, enrol, giveReward, openEnvironment } from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());
afterEach(() => fixture.clear());

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Past the time in which a fact comes. */
const untilStranded = (): void => {
  fixture.nowMs += 5 * minuteMs + 1;
};
const told = () =>
  fixture.told.map(({ type, data }) => [type, data['rewardId'], data['failureReason'] ?? null]);

test('a reward whose fact was lost is issued or handed over after five minutes, and told of once', async () => {
  const { environmentId, lane } = await fixture.openWithProvider();
  await assign(fixture.db, environmentId, { default: 'acme', byType: { FREE_ITEM: 'generator' } });
  const asked = await fixture.give(environmentId);
  const own = await fixture.give(environmentId, { rewardType: 'FREE_ITEM' });
  untilStranded();
  await fixture.mend();
  expect(await fixture.look(own)).toMatchObject({ state: 'ISSUED', provider: 'generator' });
  expect(await fixture.look(asked)).toMatchObject({ state: 'PENDING_FULFILMENT', provider: 'acme' });
  expect(await fixture.due()).toEqual([{ id: asked.id, lane, rank: 1, attempt: 0, inMs: 0 }]);
  await fixture.mend();
  await fixture.batch([own, asked]);
  expect([(await fixture.due()).length, await fixture.work()]).toEqual([1, 1]);
  expect(told()).toEqual([
    ['reward.issued', own.id, null],
    ['reward.issued', asked.id, null],
  ]);
});

test('a reward that is younger is left alone, and so is one whose provider is asked at some time', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const asked = await fixture.give(environmentId);
  await fixture.batch([asked]);
  fixture.answer = () => answered(503);
  await fixture.work();
  const before = await fixture.due();
  untilStranded();
  const young = await fixture.give(await openEnvironment(fixture.db), { atMs: fixture.nowMs - 5 * minuteMs });
  await fixture.mend();
  expect(await fixture.look(young)).toMatchObject({ state: 'PENDING_FULFILMENT', provider: null });
  expect(await fixture.look(asked)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  expect((await fixture.due()).map(({ id, attempt }) => [id, attempt])).toEqual(
    before.map(({ id, attempt }) => [id, attempt]),
  );
  expect(told()).toEqual([]);
});

test('▲ a reward that is handed over while the job looks is not handed over twice', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  untilStranded();
  let mended: Promise<void> = Promise.resolve();
  await fixture.batch([reward], {
    stored: async () => {
      mended = fixture.mend();
      await fixture.untilLocked();
    },
  });
  await mended;
  expect(await fixture.due()).toMatchObject([{ id: reward.id, attempt: 0 }]);
});

test('▲ the reward of a member who was erased meanwhile fails, and is told of once', async () => {
  const environmentId = await openEnvironment(fixture.db);
  const member = await enrol(fixture.db, environmentId);
  const reward = await giveReward(fixture.db, member, { atMs: fixture.nowMs });
  await changeState(fixture.db, member, 'anonymized');
  untilStranded();
  await fixture.mend();
  await fixture.mend();
  expect(told()).toEqual([['reward.failed', reward.id, 'MEMBER_ERASED']]);
});

test('one run mends all, a few in each transaction', async () => {
  const environmentId = await fixture.openWithPool('FILM-1', 'FILM-2', 'FILM-3', 'FILM-4', 'FILM-5');
  for (let n = 0; n < 6; n += 1) await fixture.give(environmentId);
  untilStranded();
  await fixture.mend(2);
  expect(told().map(([type]) => type)).toEqual(Array.from({ length: 5 }, () => 'reward.issued'));
  expect(await fixture.due()).toMatchObject([{ attempt: 1 }]);
});

test('▲ what was handed over a day ago ends as away, and nobody is asked for it any more; what is being asked is left to its answer', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const [waiting, asked] = [await fixture.give(environmentId), await fixture.give(environmentId)];
  await fixture.batch([asked]);
  const process = await fixture.process();
  const claimed = await process.claim();
  await fixture.batch([waiting]);
  fixture.nowMs += dayMs;
  await fixture.mend();
  expect(told()).toEqual([]);
  fixture.nowMs += 1;
  await fixture.mend(1);
  const end = { state: 'FAILED', reason: 'PROVIDER_AWAY', attempts: 0, provider: 'acme' };
  expect(await fixture.look(waiting)).toMatchObject(end);
  expect(told()).toEqual([['reward.failed', waiting.id, 'PROVIDER_AWAY']]);
  expect([await process.record(await process.ask(claimed)), await fixture.work()]).toEqual([1, 0]);
  expect(await fixture.look(asked)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(fixture.sent).toHaveLength(1);
});

test('▲ the walk over all that wait looks at each once, a few in each transaction, over environments', async () => {
  const provided = [await fixture.openWithProvider(), await fixture.openWithProvider()];
  const rewards = [];
  for (const { environmentId } of [...provided, ...provided, ...provided])
    rewards.push(await fixture.give(environmentId));
  untilStranded();
  await fixture.mend(2);
  expect((await fixture.due()).map(({ id }) => id).toSorted()).toEqual(
    rewards.map(({ id }) => id).toSorted(),
  );
  await fixture.mend(2);
  expect(await fixture.due()).toHaveLength(rewards.length);
});

test('▲ one that ended so and is asked for again is asked for once, and waits for a day from then on', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  fixture.nowMs += dayMs + 1;
  await fixture.mend();
  await fixture.retry(reward);
  await fixture.batch([reward]);
  fixture.nowMs += dayMs;
  await fixture.mend();
  expect(await fixture.due()).toMatchObject([{ id: reward.id, attempt: 0 }]);
  expect(await fixture.work()).toBe(1);
  expect(await fixture.look(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(fixture.sent).toHaveLength(1);
});

test('▲ one that nobody had in mind for days is asked for before it can end', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const reward = await fixture.give(environmentId);
  fixture.nowMs += 3 * dayMs;
  await fixture.mend(1);
  fixture.nowMs += minuteMs;
  await fixture.mend(1);
  expect(await fixture.work()).toBe(1);
  expect(await fixture.look(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(told()).toEqual([['reward.issued', reward.id, null]]);
});
