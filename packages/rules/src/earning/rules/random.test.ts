import { drawOf, type CampaignId } from '@loyalty/kernel';
import { randomPoints } from './random.ts';

const secret = new Uint8Array(32).fill(7);
const lucky = 'lucky' as CampaignId;
const draw = (n: number): Uint8Array => drawOf(secret, lucky, `receipt-${n.toString()}`);
const draws = Array.from({ length: 6_000 }, (_, n) => draw(n));

const rule = (minPoints: number, maxPoints: number, probability?: number) =>
  ({ type: 'RANDOM', minPoints, maxPoints, ...(probability === undefined ? {} : { probability }) }) as const;

/** Counts the draws that come to each outcome. */
const tally = (given: ReturnType<typeof rule>): Map<unknown, number> => {
  const times = new Map<unknown, number>();
  for (const one of draws) {
    const outcome = randomPoints(given, one);
    times.set(outcome, (times.get(outcome) ?? 0) + 1);
  }
  return times;
};

it('both bounds are reached, nothing outside them is, and all between are about as likely', () => {
  const times = tally(rule(10, 15));
  expect([...times.keys()].toSorted()).toEqual([10, 11, 12, 13, 14, 15]);
  // 1,000 of each are expected; 5 standard deviations are 144.
  for (const count of times.values()) expect(Math.abs(count - 1_000)).toBeLessThan(144);
});

it.each([
  { probability: 0, won: 0, within: 0 },
  { probability: 0.25, won: 1_500, within: 168 },
  { probability: 0.999, won: 5_994, within: 13 },
  { probability: 1, won: 6_000, within: 0 },
  { probability: undefined, won: 6_000, within: 0 },
])('with a probability of $probability about $won of 6,000 draws win', ({ probability, won, within }) => {
  const times = tally(rule(1, 1, probability));
  expect(Math.abs((times.get(1) ?? 0) - won)).toBeLessThanOrEqual(within);
  expect((times.get(1) ?? 0) + (times.get('PROBABILITY_MISS') ?? 0)).toBe(draws.length);
});

it('how much is won does not depend on how lucky the draw was', () => {
  const times = tally(rule(1, 2, 0.5));
  // 1,500 wins of each are expected; 5 standard deviations of their difference are 274.
  expect(Math.abs((times.get(1) ?? 0) - (times.get(2) ?? 0))).toBeLessThan(274);
});

it('the same draw gives the same points (D19)', () => {
  expect(randomPoints(rule(1, 1_000_000), draw(1))).toBe(randomPoints(rule(1, 1_000_000), draw(1)));
});

it('another reference, another campaign or another secret draws anew', () => {
  const wide = rule(1, Number.MAX_SAFE_INTEGER);
  const others = [
    drawOf(secret, 'other' as CampaignId, 'receipt-1'),
    drawOf(Buffer.alloc(32), lucky, 'receipt-1'),
  ];
  const points = [draw(1), draw(2), ...others].map((one) => randomPoints(wide, one));
  expect(new Set(points).size).toBe(4);
});

/** A draw of six bytes of luck and eight of amount; the rest is not read. */
const drawn = (luck: number, amount: number): Uint8Array =>
  new Uint8Array(32).fill(0x5a).fill(luck, 0, 6).fill(amount, 6, 14);

const max = Number.MAX_SAFE_INTEGER;

it.each([
  { what: 'the best luck', bytes: drawn(0, 0), given: rule(3, 9, 1e-15), points: 3 },
  { what: 'the worst luck, where all win', bytes: drawn(0xff, 0), given: rule(3, 9, 1), points: 3 },
  { what: 'the worst luck', bytes: drawn(0xff, 0), given: rule(3, 9, 0.999_999), points: 'PROBABILITY_MISS' },
  { what: 'any amount in a range of one', bytes: drawn(0, 0xff), given: rule(4, 4), points: 4 },
  { what: 'the greatest amount', bytes: drawn(0, 0xff), given: rule(0, 255), points: 255 },
  { what: 'the least amount', bytes: drawn(0, 0), given: rule(0, 255), points: 0 },
  {
    what: 'the greatest amount in the widest range',
    bytes: drawn(0, 0xff),
    given: rule(0, max),
    points: max,
  },
])('$what comes to $points', ({ bytes, given, points }) => {
  expect(randomPoints(given, bytes)).toBe(points);
});

it('a draw that lies inside a larger buffer is read where it lies', () => {
  const pool = new Uint8Array(64).fill(0xff);
  pool.set(drawn(0, 0), 16);
  expect(randomPoints(rule(3, 9, 0.5), pool.subarray(16, 48))).toBe(3);
});
