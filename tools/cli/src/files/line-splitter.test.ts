import fc from 'fast-check';
import { bodyBytesMax } from '@loyalty/contracts';
import { type Line, LineSplitter } from './line-splitter.ts';

const linesOf = (...chunks: readonly (string | Buffer)[]): Line[] => {
  const splitter = new LineSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()];
};
const textsOf = (lines: readonly Line[]) => lines.map(({ number, bytes }) => [number, bytes.toString()]);

test('lines are numbered from 1, blank ones counted and left out', () => {
  expect(textsOf(linesOf('a\n\n  \t\r\nb\n'))).toEqual([
    [1, 'a'],
    [4, 'b'],
  ]);
});

test('the last line needs no end', () => {
  expect(textsOf(linesOf('a\nb'))).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
  expect(linesOf('')).toEqual([]);
});

test('a byte order mark in front of the file is no part of its first line', () => {
  expect(textsOf(linesOf('\uFEFFa\n\uFEFFb'))).toEqual([
    [1, 'a'],
    [2, '\uFEFFb'],
  ]);
});

test('a line that is too long keeps its beginning and spoils no other', () => {
  const long = 'x'.repeat(bodyBytesMax + 1);
  const lines = linesOf('a\n', long.slice(0, 100_000), long.slice(100_000), 'y\n', 'b');
  expect(lines.map(({ number, bytes, isTooLong }) => [number, bytes.length, isTooLong])).toEqual([
    [1, 1, false],
    [2, bodyBytesMax, true],
    [3, 1, false],
  ]);
  expect(linesOf('x'.repeat(bodyBytesMax))[0]?.isTooLong).toBe(false);
});

test('however a file is cut into chunks, its lines are the same', () => {
  const anyLine = fc.string({ unit: fc.constantFrom('a', 'é', '🌱', ' ', '\r'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(anyLine), fc.array(fc.nat(80)), (texts, cuts) => {
      const whole = Buffer.from(texts.join('\n'));
      const places = [
        0,
        ...cuts.map((cut) => Math.min(cut, whole.length)).toSorted((a, b) => a - b),
        whole.length,
      ];
      const chunks = places.slice(1).map((end, index) => whole.subarray(places[index], end));
      expect(textsOf(linesOf(...chunks))).toEqual(textsOf(linesOf(whole)));
    }),
  );
});
