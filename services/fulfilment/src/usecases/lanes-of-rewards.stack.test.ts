import { topics } from '@loyalty/contracts';
import { openFulfilmentFixture, type FulfilmentFixture } from '../testing/fulfilment-fixture.ts';
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
