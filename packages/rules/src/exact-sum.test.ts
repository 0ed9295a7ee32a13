import fc from 'fast-check';
import { ExactSum } from './exact-sum.ts';

const factor = fc.oneof(fc.maxSafeNat(), fc.nat(1_000), fc.constant(Number.MAX_SAFE_INTEGER));

it('a sum of products is exact, and past 2^53 it is never below', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(factor, fc.nat(100_000_000)), { maxLength: 20 }), (products) => {
      const sum = new ExactSum();
      let exact = 0n;
      for (const [a, b] of products) {
        sum.add(a, b);
        exact += BigInt(a) * BigInt(b);
      }
      expect(sum.dividedBy(1000)).toBe(Number(exact / 1000n));
    }),
  );
});

it('▲ an addition of 1 to 2^53 is not lost', () => {
  const sum = new ExactSum();
  for (let n = 0; n < 1_000; n += 1) sum.add(Number.MAX_SAFE_INTEGER, 1);
  for (let n = 0; n < 1_000; n += 1) sum.add(1, 1);
  expect(sum.dividedBy(1_000)).toBe(Number.MAX_SAFE_INTEGER + 1);
});
