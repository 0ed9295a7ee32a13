import fc from 'fast-check';
import { floorProduct, floorTripleProduct, ProductSum } from './floor-product.ts';

const max = Number.MAX_SAFE_INTEGER;
const divisors = fc.constantFrom(1, 7, 1_000, 1_000_000);
/** Whole numbers of every magnitude, so that products fall on both sides of 2^53. */
const whole = fc.oneof(fc.nat(1_000), fc.nat(100_000_000), fc.maxSafeNat());

it('the floor of a product is exact wherever it can be written exactly', () => {
  fc.assert(
    fc.property(whole, whole, divisors, (a, b, divisor) => {
      const exact = (BigInt(a) * BigInt(b)) / BigInt(divisor);
      fc.pre(exact <= BigInt(max));
      expect(BigInt(floorProduct(a, b, divisor))).toBe(exact);
    }),
  );
});

it('a floor past 2^53−1 never comes back as a safe integer', () => {
  fc.assert(
    fc.property(whole, whole, divisors, (a, b, divisor) => {
      const exact = (BigInt(a) * BigInt(b)) / BigInt(divisor);
      expect(floorProduct(a, b, divisor) > max).toBe(exact > BigInt(max));
    }),
  );
});

it.each([
  { a: max, b: 1, divisor: 1, floor: max },
  { a: max, b: 1, divisor: 1_000, floor: 9_007_199_254_740 },
  { a: 94_906_265, b: 94_906_265, divisor: 1_000, floor: 9_007_199_136_250 },
  { a: 94_906_267, b: 94_906_267, divisor: 1_000, floor: 9_007_199_515_875 },
  { a: max, b: 2, divisor: 1, floor: 18_014_398_509_481_982 },
])('floor($a × $b / $divisor) is $floor, on either side of 2^53', ({ a, b, divisor, floor }) => {
  expect(floorProduct(a, b, divisor)).toBe(floor);
});

it('the floor of three factors is exact, and past 2^53−1 never a safe integer', () => {
  fc.assert(
    fc.property(whole, whole, whole, divisors, (a, b, c, divisor) => {
      const exact = (BigInt(a) * BigInt(b) * BigInt(c)) / BigInt(divisor);
      const floor = floorTripleProduct(a, b, c, divisor);
      // Past it only the bound counts.
      const isExact = exact <= BigInt(max) ? BigInt(floor) === exact : floor > max;
      expect(isExact).toBe(true);
    }),
  );
});

const factor = fc.oneof(fc.maxSafeNat(), fc.nat(1_000), fc.constant(Number.MAX_SAFE_INTEGER));

it('a sum of products is exact, and past 2^53 it is never below', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(factor, fc.nat(100_000_000)), { maxLength: 20 }), (products) => {
      const sum = new ProductSum();
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
  const sum = new ProductSum();
  for (let n = 0; n < 1_000; n += 1) sum.add(Number.MAX_SAFE_INTEGER, 1);
  for (let n = 0; n < 1_000; n += 1) sum.add(1, 1);
  expect(sum.dividedBy(1_000)).toBe(Number.MAX_SAFE_INTEGER + 1);
});
