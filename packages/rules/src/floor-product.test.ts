import fc from 'fast-check';
import { floorProduct } from './floor-product.ts';

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
