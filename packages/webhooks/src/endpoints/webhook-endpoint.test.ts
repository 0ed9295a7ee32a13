import { subscribesTo } from './webhook-endpoint.ts';

test.each([
  [['*'], 'reward.issued', true],
  [['reward.issued', 'reward.failed'], 'reward.failed', true],
  [['reward.issued'], 'reward.failed', false],
])('who subscribed to %j and is told of %s: %j', (events, type, isTold) => {
  expect(subscribesTo({ events: new Set(events) }, type)).toBe(isTold);
});
