import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { makeRewardCode, normaliseCode } from './reward-code.ts';

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Returns the same bytes again for the same seed, all different. */
const bytesFrom = (seed: number) => {
  let draws = 0;
  return (count: number): Uint8Array => {
    draws += 1;
    return createHash('sha256').update(`${seed.toString()} ${draws.toString()}`).digest().subarray(0, count);
  };
};

const codes = fc.nat().map((seed) => makeRewardCode(bytesFrom(seed)));
const symbolsOf = (code: string): string[] => Array.from(code.replaceAll('-', ''));

/** True when a text is read as a generated code: only those get dashes. */
const isKnown = (symbols: readonly string[]): boolean => normaliseCode(symbols.join('')).includes('-');

test('a code has 18 symbols that nobody mistakes for one another, in groups of six', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}-[A-HJKMNP-Z2-9]{6}-[A-HJKMNP-Z2-9]{6}$/);
    }),
  );
});

test('▲ every single wrong symbol is found', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const symbols = symbolsOf(code);
      const wrong = symbols.flatMap((right, at) =>
        Array.from(alphabet.replace(right, ''), (symbol) => symbols.with(at, symbol)),
      );
      expect(wrong).toHaveLength(18 * 30);
      expect(wrong.filter(isKnown)).toEqual([]);
    }),
  );
});

test('▲ every two symbols that changed places are found', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const symbols = symbolsOf(code);
      const swapped = symbols.flatMap((first, a) =>
        symbols.flatMap((second, b) => (first === second ? [] : [symbols.with(a, second).with(b, first)])),
      );
      expect(swapped.filter(isKnown)).toEqual([]);
    }),
  );
});

test('a code is known however it is spelt', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const plain = code.replaceAll('-', '');
      const spelt = [
        code,
        plain,
        code.toLowerCase(),
        ` ${code.replaceAll('-', ' ')} `,
        Array.from(plain).join('-'),
      ];
      expect(new Set(spelt.map(normaliseCode))).toEqual(new Set([code]));
    }),
  );
});

test.each([
  ['  SUMMER-25 ', 'SUMMER-25'],
  ['a partner’s Code', 'a partner’s Code'],
  ['98XYTK-9C6JMS-88NAYA', '98XYTK-9C6JMS-88NAYA'],
  ['98xytk 9c6jms 88nay', '98xytk 9c6jms 88nay'],
  ['', ''],
])('what no generator made stays as it is: «%s»', (text, stored) => {
  expect(normaliseCode(text)).toBe(stored);
});

test('the code of the documents is one', () => {
  expect(normaliseCode('98xytk9c6jms88nay9')).toBe('98XYTK-9C6JMS-88NAY9');
});

test('every symbol is as likely as another: bytes that would favour some are passed over', () => {
  const counts = new Map<number, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const bytes = [byte, ...Array.from({ length: 23 }, () => 0)];
    const [first = ''] = makeRewardCode(() => Uint8Array.from(bytes));
    const value = byte < 248 ? alphabet.indexOf(first) : -1;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    // The next byte, 0, is the first symbol where this one is passed over.
    expect(byte < 248 || first === 'A').toBe(true);
  }
  expect(new Set(counts.values())).toEqual(new Set([8]));
  expect(counts.size).toBe(32);
});

test('bytes that are not random break an invariant', () => {
  expect(() => makeRewardCode((count) => new Uint8Array(count).fill(255))).toThrow('random');
});
