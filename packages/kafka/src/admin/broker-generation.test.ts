import { generationOf } from './broker-generation.ts';

/** As brokers of these releases return them, of Fetch and of JoinGroup. */
test.each([
  ['4.3.1', [4, 18], [2, 9], '4'],
  ['4.0.0', [4, 17], [2, 9], '4'],
  ['3.9.1', [0, 17], [0, 9], '3.9'],
  ['3.8.1', [0, 16], [0, 9], 'before 3.9'],
] as const)('a broker of %s is told by the requests that it takes', (_, ofFetch, ofJoinGroup, generation) => {
  const range = ([minVersion, maxVersion]: readonly [number, number]) => ({ minVersion, maxVersion });
  expect(generationOf({ 1: range(ofFetch), 11: range(ofJoinGroup) })).toBe(generation);
});

test('a broker that says nothing is an old one', () => {
  expect(generationOf({})).toBe('before 3.9');
});
