import { isRetriable } from './rewards.ts';

test.each([
  ['FAILED', 'POOL_EMPTY', true],
  ['FAILED', 'OF_A_LATER_API', true],
  ['FAILED', 'RETURNED', false],
  ['FAILED', 'MEMBER_ERASED', false],
  ['ISSUED', null, false],
] as const)('a reward that is %s for %s is asked for again: %s', (state, failureReason, may) => {
  expect(isRetriable({ state, failureReason })).toBe(may);
});
