import fc from 'fast-check';
import { keyFromName } from './entity-keys.ts';

const keyPattern = /^[a-z0-9]+([._-][a-z0-9]+)*$/;

test.each([
  ['Summer double', 'summer-double'],
  ['1 % of every basket', '1-of-every-basket'],
  ['Été: 10 %', 'ete-10'],
  ['ﬁfty  __  points…', 'fifty-points'],
  ['夏', 'campaign'],
  ['🎉', 'campaign'],
])('the name %s gives the key %s (D343)', (name, key) => {
  expect(keyFromName(name, 'campaign')).toBe(key);
});

test('every name gives a key that has room for a number (D343)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 255 }), (name) => {
      const key = keyFromName(name, 'tier');
      expect(key).toMatch(keyPattern);
      expect(key.length).toBeLessThanOrEqual(100);
    }),
  );
});
