import type { RewardKey } from '@loyalty/tables/granted-rewards';
import {
  acmeCodeOf,
  type FulfilmentFixture,
  newSecretBox,
  openFulfilmentFixture,
} from '../testing/fulfilment-fixture.ts';
import { answered, gives } from '../testing/provider-results.ts';
import { addProvider, assign, changeState, enrol, fillPool, giveReward } from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());
afterEach(() => fixture.clear());

/** Gives a reward that waits for its provider. */
const giveWaiting = async (given: { readonly isIdempotent?: boolean } = {}): Promise<RewardKey> => {
  const { environmentId } = await fixture.openWithProvider(given);
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  return reward;
};

const keysSent = () => fixture.sent.map(({ headers }) => headers['idempotency-key']);
const published = () => fixture.published.map(({ type, data }) => [type, data['failureReason'] ?? null]);

test.each([
  { isIdempotent: true, calls: 2, end: { state: 'ISSUED', attempts: 1, reason: null } },
  { isIdempotent: false, calls: 1, end: { state: 'FAILED', attempts: 1, reason: 'PROVIDER_AMBIGUOUS' } },
])(
  '▲ a process that dies between response and record: $calls requests if idempotent is $isIdempotent',
  async ({ isIdempotent, calls, end }) => {
    const reward = await giveWaiting({ isIdempotent });
    const gone = await fixture.process();
    const heard = await gone.ask(await gone.claim());
    await gone.die();
    expect(await fixture.work()).toBe(1);
    expect(await gone.record(heard)).toBe(0);
    expect(await fixture.read(reward)).toMatchObject(end);
    expect(keysSent()).toEqual(Array.from({ length: calls }, () => reward.id));
    expect(fixture.published).toHaveLength(1);
  },
);

test('▲ while the key of its secret is missing a provider is not called, and no try is used up', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const elsewhere = { db: fixture.db, box: newSecretBox() };
  await addProvider(elsewhere, environmentId);
  const reward = await fixture.give(environmentId);
  await fixture.batch([reward]);
  for (let n = 0; n < 6; n += 1) {
    expect(await fixture.work()).toBe(1);
    expect(await fixture.untilDue()).toBe(60_000);
  }
  expect(await fixture.read(reward)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 0 });
  expect([fixture.sent, fixture.published]).toEqual([[], []]);
  await addProvider(fixture, environmentId);
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'ISSUED', attempts: 1 });
});

test('▲ the reward of a member who is erased meanwhile fails, and its provider is not called any more', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const member = await enrol(fixture.db, environmentId);
  const reward = await giveReward(fixture.db, member, { atMs: fixture.nowMs });
  await fixture.batch([reward]);
  await changeState(fixture.db, member, 'anonymized');
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'FAILED', reason: 'MEMBER_ERASED', attempts: 0 });
  expect([fixture.sent, await fixture.due(), published()]).toEqual([
    [],
    [],
    [['reward.failed', 'MEMBER_ERASED']],
  ]);
});

test('▲ a code for a member who was erased during the request is not given', async () => {
  const { environmentId } = await fixture.openWithProvider();
  const member = await enrol(fixture.db, environmentId);
  const reward = await giveReward(fixture.db, member, { atMs: fixture.nowMs });
  await fixture.batch([reward]);
  fixture.answer = async () => {
    await changeState(fixture.db, member, 'anonymized');
    return gives('TOO-LATE');
  };
  await fixture.work();
  expect(await fixture.read(reward)).toMatchObject({ state: 'FAILED', reason: 'MEMBER_ERASED', code: null });
  expect(await fixture.due()).toEqual([]);
});

test('a reward that has its code already causes no request, and its task is deleted', async () => {
  const reward = await giveWaiting();
  const { environmentId } = reward;
  const process = await fixture.process();
  const claimed = await process.claim();
  // As an operator repairs it by hand.
  await assign(fixture.db, environmentId, { default: 'generator' });
  await fixture.db.query('UPDATE rewards SET provider = NULL WHERE id = $1', [reward.id]);
  await fixture.batch([reward]);
  const before = await fixture.read(reward);
  expect(before.state).toBe('ISSUED');
  expect(await process.record(await process.ask(claimed))).toBe(1);
  expect([await fixture.read(reward), fixture.sent, await fixture.due()]).toEqual([before, [], []]);
  expect(fixture.published).toHaveLength(1);
});

test('▲ an outcome that is recorded again, because the response to its commit was lost, counts once', async () => {
  const [failed, issued] = [await giveWaiting(), await giveWaiting()];
  fixture.answer = ({ headers }) =>
    headers['idempotency-key'] === failed.id ? answered(503) : gives(acmeCodeOf(issued));
  const process = await fixture.process();
  const outcomes = await process.ask(await process.claim());
  expect([await process.record(outcomes), await process.record(outcomes)]).toEqual([2, 0]);
  expect(await fixture.read(failed)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 1 });
  expect(await fixture.read(issued)).toMatchObject({ state: 'ISSUED', attempts: 1 });
  expect(await fixture.due()).toMatchObject([{ id: failed.id, rank: 0, attempt: 1 }]);
  expect(published()).toEqual([['reward.issued', null]]);
});

test.each([
  { isIdempotent: true, end: { state: 'PENDING_FULFILMENT', attempts: 1, reason: null } },
  { isIdempotent: false, end: { state: 'FAILED', attempts: 1, reason: 'PROVIDER_AMBIGUOUS' } },
])(
  '▲ an attempt with an unknown result may have made its request: idempotent is $isIdempotent',
  async ({ isIdempotent, end }) => {
    const reward = await giveWaiting({ isIdempotent });
    const process = await fixture.process();
    const outcomes = (await process.claim()).map((task) => ({ task, result: null }));
    expect(await process.record(outcomes)).toBe(1);
    expect(await fixture.read(reward)).toMatchObject({ ...end, provider: 'acme' });
    expect((await fixture.due()).map(({ attempt }) => attempt)).toEqual(isIdempotent ? [1] : []);
  },
);

test('▲ a code of a pool that a provider gives at the same time is not given twice; the pool gives its next one', async () => {
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
  expect(await fixture.read(ofProvider)).toMatchObject({ state: 'ISSUED', code: 'FILM-1' });
  expect(await fixture.read(ofPool)).toMatchObject({ state: 'PENDING_FULFILMENT', attempts: 2 });
  await fixture.untilDue();
  await fixture.work();
  expect(await fixture.read(ofPool)).toMatchObject({ state: 'ISSUED', code: 'FILM-2', attempts: 3 });
});
