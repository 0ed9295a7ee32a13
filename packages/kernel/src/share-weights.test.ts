import fc from 'fast-check';
import type { EnvironmentId } from './ids.ts';
import { createShareWeights } from './share-weights.ts';

const [mine, theirs] = [1, 2] as [EnvironmentId, EnvironmentId];

it('an environment holds a quarter of the whole, unless its share is another', () => {
  const weights = createShareWeights({ whole: 400 });
  expect([weights.take(mine, 60), weights.take(mine, 41), weights.take(theirs, 100)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(weights.used).toBe(160);
  expect(createShareWeights({ whole: 400, share: 101 }).take(mine, 101)).toBe(true);
});

it('one that was refused is full until it frees something', () => {
  const weights = createShareWeights({ whole: 400 });
  weights.take(mine, 60);
  expect([weights.isFull(mine), weights.take(mine, 50), weights.isFull(mine)]).toEqual([false, false, true]);
  weights.free(mine, 1);
  expect(weights.isFull(mine)).toBe(false);
  // It holds nothing, so it has nothing to free.
  expect([weights.take(theirs, 101), weights.isFull(theirs)]).toEqual([false, false]);
});

it('the last weight that is added may exceed the share, and then the environment is full', () => {
  const weights = createShareWeights({ whole: Infinity, share: 1_000 });
  weights.add(mine, 999);
  expect(weights.isFull(mine)).toBe(false);
  weights.add(mine, 50);
  expect([weights.isFull(mine), weights.isFull(theirs), weights.used]).toEqual([true, false, 1_049]);
});

it('▲ neither whole nor share is exceeded, and everybody has the floor', () => {
  const [whole, floor] = [80, 5];
  const change = fc.record({
    owner: fc.integer({ min: 1, max: 9 }),
    weight: fc.integer({ min: 1, max: 25 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const weights = createShareWeights({ whole, floor });
      const held = new Map<number, number>();
      for (const { owner, weight } of changes) {
        const own = held.get(owner) ?? 0;
        const { used } = weights;
        const isTaken = weights.take(owner as EnvironmentId, weight);
        expect(isTaken).toBe(own + weight <= whole / 4 && (used + weight <= whole || own + weight <= floor));
        if (isTaken) held.set(owner, own + weight);
        else if (own > 0 && weight % 2 === 0) {
          weights.free(owner as EnvironmentId, own);
          held.delete(owner);
        }
        expect(weights.used).toBe([...held.values()].reduce((sum, one) => sum + one, 0));
      }
    }),
  );
});
