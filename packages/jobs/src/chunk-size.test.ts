import { ChunkSize } from './chunk-size.ts';

const sizes = { min: 10, max: 1_000 };

/** Returns the sizes of chunks in which each member takes `msEach`. */
const steered = (msEach: number, { stock = Infinity } = {}): number[] => {
  const size = new ChunkSize(sizes);
  return Array.from({ length: 12 }, () => {
    const before = size.size;
    const taken = Math.min(before, stock);
    size.stored(taken * msEach, taken);
    return before;
  });
};

test('chunks grow at most twofold until they take 100 ms, and stay there', () => {
  expect(steered(0.5)).toEqual([10, 20, 40, 80, 160, 200, 200, 200, 200, 200, 200, 200]);
});

test('chunks stay within their bounds, however fast or slow members are', () => {
  expect(Math.max(...steered(0.001))).toBe(sizes.max);
  expect(Math.min(...steered(1_000))).toBe(sizes.min);
});

test('a chunk that was not full does not make the next one larger', () => {
  expect(steered(0.5, { stock: 3 })).toEqual(Array.from({ length: 12 }, () => sizes.min));
});

test('a slow chunk makes the next smaller, at most by half, and so does one that failed', () => {
  const size = new ChunkSize(sizes);
  for (let n = 0; n < 5; n += 1) size.stored(1, size.size);
  expect(size.size).toBe(320);
  size.stored(125, 320);
  expect(size.size).toBe(256);
  size.stored(60_000, 256);
  expect(size.size).toBe(128);
  size.failed();
  expect(size.size).toBe(64);
});

test('a clock that was set back makes no chunk larger than twofold', () => {
  const size = new ChunkSize(sizes);
  size.stored(-60_000, sizes.min);
  expect(size.size).toBe(2 * sizes.min);
});
