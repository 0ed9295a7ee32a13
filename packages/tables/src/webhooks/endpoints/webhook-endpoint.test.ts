import { subscribesTo } from './webhook-directory.ts';

test.each([
  [['*'], 'reward.issued', true],
  [['reward.issued', 'reward.failed'], 'reward.failed', true],
  [['reward.issued'], 'reward.failed', false],
])('an endpoint that subscribed to %j gets %s: %j', (events, type, isSent) => {
  expect(subscribesTo({ events: new Set(events) }, type)).toBe(isSent);
});
