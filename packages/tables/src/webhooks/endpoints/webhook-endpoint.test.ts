import { subscribesTo } from './webhook-directory.ts';

test.each([
  [['*'], 'reward.issued', true],
  [['reward.issued', 'reward.failed'], 'reward.failed', true],
  [['reward.issued'], 'reward.failed', false],
  // Only by its name (D332).
  [['*'], 'transaction.refused', false],
  [['transaction.refused'], 'transaction.refused', true],
])('an endpoint that subscribed to %j gets %s: %j', (events, type, isSent) => {
  expect(subscribesTo({ events: new Set(events) }, type)).toBe(isSent);
});
