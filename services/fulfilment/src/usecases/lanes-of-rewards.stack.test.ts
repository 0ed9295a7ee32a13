import { topics } from '@loyalty/contracts';
import { openFulfilmentFixture, type FulfilmentFixture } from '../testing/fulfilment-fixture.ts';
import { answered } from '../testing/provider-results.ts';
import { openEnvironment } from '../testing/reward-fixture.ts';

let fixture: FulfilmentFixture;
beforeAll(async () => {
  fixture = await openFulfilmentFixture();
});
afterAll(() => fixture.drop());
afterEach(() => fixture.clear());

const published = () => fixture.published.map(({ topic, type, data }) => [topic, type, data['rewardId']]);

test('▲ a reward is issued in the lane in which it was requested (D118)', async () => {
  const environmentId = await openEnvironment(fixture.db);
  const [till, streamed] = [await fixture.give(environmentId), await fixture.give(environmentId)];
  await fixture.batch([till]);
  await fixture.batch([streamed], { lane: 'bulk' });
  expect(published()).toEqual([
    [topics.facts, 'reward.issued', till.id],
    [topics.factsBulk, 'reward.issued', streamed.id],
  ]);
});

test('▲ what a provider gives has the lane of the reward, also when it is tried again (D118)', async () => {
  const { environmentId } = await fixture.openWithProvider({ isIdempotent: true });
  const [till, streamed] = [await fixture.give(environmentId), await fixture.give(environmentId)];
  await fixture.batch([streamed], { lane: 'bulk' });
  await fixture.batch([till]);
  expect((await fixture.due()).map(({ id, rank }) => [id, rank])).toEqual([
    [streamed.id, 2],
    [till.id, 1],
  ]);
  const gives = fixture.answer;
  fixture.answer = () => answered(503);
  await fixture.work();
  expect((await fixture.due()).map(({ rank }) => rank)).toEqual([0, 0]);
  fixture.answer = gives;
  fixture.nowMs += 60_000;
  await fixture.work();
  expect(new Set(published().map((fact) => fact.join(' ')))).toEqual(
    new Set([`${topics.facts} reward.issued ${till.id}`, `${topics.factsBulk} reward.issued ${streamed.id}`]),
  );
});
