import { releaseOf } from './broker-release.ts';

/**
 * The versions of Fetch and of JoinGroup that brokers return; JoinGroup begins at 0 again since 4.0.1
 * (KAFKA-19444).
 */
test.each([
  ['4.3.1', [4, 18], [0, 9], '4'],
  ['4.0.1', [4, 17], [0, 9], '4'],
  ['4.0.0', [4, 17], [2, 9], '4'],
  ['3.9.1', [0, 17], [0, 9], '3.9'],
  ['3.8.1', [0, 16], [0, 9], 'before 3.9'],
] as const)('▲ a broker of %s is known by the requests that it takes', (_, ofFetch, ofJoinGroup, release) => {
  const range = ([minVersion, maxVersion]: readonly [number, number]) => ({ minVersion, maxVersion });
  expect(releaseOf({ 1: range(ofFetch), 11: range(ofJoinGroup) })).toBe(release);
});

test('a broker that says nothing is an old one', () => {
  expect(releaseOf({})).toBe('before 3.9');
});
