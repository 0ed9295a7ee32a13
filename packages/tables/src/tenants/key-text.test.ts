import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { generateKey, hashOfKey, hintOfKey, isApiKeyText } from './key-text.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const anyMode = fc.constantFrom('test' as const, 'live' as const);

describe('the text of a key (D3)', () => {
  it.each(['test', 'live'] as const)(
    'of the %s environment has its prefix, 32 characters and a checksum',
    (mode) => {
      expect(generateKey(mode)).toMatch(new RegExp(`^sk_${mode}_[0-9A-Za-z]{38}$`));
    },
  );

  it('ends in the CRC-32 of the rest, in base62', () => {
    const key = generateKey('live');
    const value = Array.from(key.slice(-6)).reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
    expect(value).toBe(crc32(key.slice(0, -6)));
  });

  it('is well formed when it was generated, and not when any one character differs', () => {
    const anyChange = fc.record({
      mode: anyMode,
      at: fc.integer({ min: 8, max: 45 }),
      by: fc.integer({ min: 1, max: 61 }),
    });
    fc.assert(
      fc.property(anyChange, ({ mode, at, by }) => {
        const key = generateKey(mode);
        const other = alphabet.charAt((alphabet.indexOf(key.charAt(at)) + by) % 62);
        const changed = key.slice(0, at) + other + key.slice(at + 1);
        expect([isApiKeyText(key), isApiKeyText(changed)]).toEqual([true, false]);
      }),
    );
  });

  it('of a test key is not well formed as a live key', () => {
    expect(isApiKeyText(generateKey('test').replace('sk_test_', 'sk_live_'))).toBe(false);
  });

  it.each([
    '',
    'sk_live_',
    'sk_live_demo',
    `${generateKey('live')} `,
    `${generateKey('live')}\n`,
    'x'.repeat(46),
  ])('%j is not well formed', (text) => {
    expect(isApiKeyText(text)).toBe(false);
  });

  it('uses every character of the alphabet about equally often', () => {
    const counts = new Map<string, number>();
    for (const key of Array.from({ length: 2_000 }, () => generateKey('live'))) {
      for (const digit of key.slice(8, 40)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    // 64,000 draws: 1,032 of each are expected; 6 standard deviations are 193.
    expect([...counts.keys()].toSorted()).toEqual(Array.from(alphabet).toSorted());
    expect(Math.min(...counts.values())).toBeGreaterThan(1_032 - 193);
    expect(Math.max(...counts.values())).toBeLessThan(1_032 + 193);
  });

  it('differs each time', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => generateKey('test'))).size).toBe(1_000);
  });

  it('is stored as its SHA-256 and shown as its prefix and last 4 characters', () => {
    expect(hashOfKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(hintOfKey('sk_live_0123456789abcdef')).toBe('sk_live_…cdef');
  });
});
