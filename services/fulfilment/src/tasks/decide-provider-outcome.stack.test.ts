import type { RewardKey } from '@loyalty/accounts';
import {
  acmeCodeOf,
  newSecretBox,
  openFulfilmentFixture,
  type FulfilmentFixture,
} from '../testing/fulfilment-fixture.ts';
import { answered, gives } from '../testing/provider-answers.ts';
import { addProvider, assign, changeState, enrol, fillPool, giveReward } from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());
afterEach(() => fixture.clear());

/** A reward that waits for its provider from now on. */
const handOver = async (given: { readonly isIdempotent?: boolean } = {}): Promise<RewardKey> => {
  const { environmentId } = await fixture.openWithProvider(given);
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  return reward;
};

const keysSent = () => fixture.sent.map(({ headers }) => headers['idempotency-key']);
const told = () => fixture.told.map(({ type, data }) => [type, data['failureReason'] ?? null]);

test.each([
  { isIdempotent: true, calls: 2, end: { state: 'ISSUED', attempts: 1, reason: null } },
  { isIdempotent: false, calls: 1, end: { state: 'FAILED', attempts: 1, reason: 'PROVIDER_AMBIGUOUS' } },
])(
  '▲ a process that dies between answer and record: asked $calls times where idempotent is $isIdempotent',
  async ({ isIdempotent, calls, end }) => {
    const reward = await handOver({ isIdempotent });
    const gone = await fixture.process();
    const heard = await gone.ask(await gone.claim());
    await gone.die();
    expect(await fixture.work()).toBe(1);
    expect(await gone.record(heard)).toBe(0);
    expect(await fixture.look(reward)).toMatchObject(end);
    expect(keysSent()).toEqual(Array.from({ length: calls }, () => reward.id));
    expect(fixture.told).toHaveLength(1);
  },
);

test('▲ while the key of its secret is missing a provider is not asked, and that is no try', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const elsewhere = { db: fixture.db, box: newSecretBox() };
  await addProvider(elsewhere, environmentId);
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  for (let n = 0; n < 6; n += 1) {
    expect(await fixture.work()).toBe(1);
    expect(await fixture.untilDue()).toBe(60_000);
  }
  expect(await fixture.look(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 0 });
  expect([fixture.sent, fixture.told]).toEqual([[], []]);
  await addProvider(fixture, environmentId);
  await fixture.work();
  expect(await fixture.look(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
});

test('▲ the reward of a member who is erased meanwhile fails, and its provider is not asked any more', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const member = await enrol(fixture.db, environmentId);
  const reward = await giveReward(fixture.db, member, { atMs: fixture.nowMs });
  await fixture.batch([reward]);
  await changeState(fixture.db, member, 'anonymized');
  await fixture.work();
  expect(await fixture.look(reward)).toMatchObject({ state: 'FAILED', reason: 'MEMBER_ERASED', attempts: 0 });
  expect([fixture.sent, await fixture.due(), told()]).toEqual([[], [], [['reward.failed', 'MEMBER_ERASED']]]);
});

test('▲ a code that comes for a member who was erased while it was asked for is not given', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const member = await enrol(fixture.db, environmentId);
  const reward = await giveReward(fixture.db, member, { atMs: fixture.nowMs });
  await fixture.batch([reward]);
  fixture.answer = async () => {
    await changeState(fixture.db, member, 'anonymized');
    return gives('TOO-LATE');
  };
  await fixture.work();
  expect(await fixture.look(reward)).toMatchObject({ state: 'FAILED', reason: 'MEMBER_ERASED', code: null });
  expect(await fixture.due()).toEqual([]);
});

test('a reward that has its code by now is asked for no more, and its due row goes', async () => {
  const reward = await handOver();
  const { environmentId } = reward;
  const process = await fixture.process();
  const claimed = await process.claim();
  // As an operator puts it right by hand.
  await assign(fixture.db, environmentId, { default: 'generator' });
  await fixture.db.query('UPDATE rewards SET provider = NULL WHERE id = $1', [reward.id]);
  await fixture.batch([reward]);
  const before = await fixture.look(reward);
  expect(before.state).toBe('ISSUED');
  expect(await process.record(await process.ask(claimed))).toBe(1);
  expect([await fixture.look(reward), fixture.sent, await fixture.due()]).toEqual([before, [], []]);
  expect(fixture.told).toHaveLength(1);
});

test('▲ an outcome whose commit was not heard of, and that is recorded again, counts once', async () => {
  const [failed, issued] = [await handOver(), await handOver()];
  fixture.answer = ({ headers }) =>
    headers['idempotency-key'] === failed.id ? answered(503) : gives(acmeCodeOf(issued));
  const process = await fixture.process();
  const outcomes = await process.ask(await process.claim());
  expect([await process.record(outcomes), await process.record(outcomes)]).toEqual([2, 0]);
  expect(await fixture.look(failed)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  expect(await fixture.look(issued)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(await fixture.due()).toMatchObject([{ id: failed.id, rank: 0, attempt: 1 }]);
  expect(told()).toEqual([['reward.issued', null]]);
});

test.each([
  { isIdempotent: true, end: { state: 'PENDING_FULFILMENT', attempts: 1, reason: null } },
  { isIdempotent: false, end: { state: 'FAILED', attempts: 1, reason: 'PROVIDER_AMBIGUOUS' } },
])(
  '▲ an attempt of which nothing is known may have asked: where idempotent is $isIdempotent',
  async ({ isIdempotent, end }) => {
    const reward = await handOver({ isIdempotent });
    const process = await fixture.process();
    const outcomes = (await process.claim()).map((task) => ({ task, result: null }));
    expect(await process.record(outcomes)).toBe(1);
    expect(await fixture.look(reward)).toMatchObject({ ...end, provider: 'acme' });
    expect((await fixture.due()).map(({ attempt }) => attempt)).toEqual(isIdempotent ? [1] : []);
  },
);

test('▲ a code of a pool that a provider gives in the same instant is not given twice; the pool gives its next one', async () => {
  const { environmentId } = await fixture.openWithProvider();
  await fillPool(fixture.db, environmentId, { name: 'films', codes: [] });
  await assign(fixture.db, environmentId, { default: 'acme', byType: { FREE_ITEM: 'films' } });
  const ofPool = await fixture.give(environmentId, { rewardType: 'FREE_ITEM' });
  await fixture.batch([ofPool]);
  await fixture.untilDue();
  await fillPool(fixture.db, environmentId, { name: 'films', codes: ['FILM-1', 'FILM-2'] });
  const process = await fixture.process();
  const outcomes = await process.ask(await process.claim());
  const ofProvider = await fixture.give(environmentId);
  await fixture.batch([ofProvider]);
  fixture.answer = () => gives('FILM-1');
  const other = await fixture.process();
  const theirs = await other.ask(await other.claim());
  let recorded: Promise<number> = Promise.resolve(0);
  await other.record(theirs, async () => {
    recorded = process.record(outcomes);
    await fixture.untilLocked();
  });
  expect(await recorded).toBe(1);
  expect(await fixture.look(ofProvider)).toMatchObject({ state: 'ISSUED', code: 'FILM-1' });
  expect(await fixture.look(ofPool)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 2 });
  await fixture.untilDue();
  await fixture.work();
  expect(await fixture.look(ofPool)).toMatchObject({ state: 'ISSUED', code: 'FILM-2', attempts: 3 });
});
