import { PollInterval } from './claims.ts';

test('one poll that took long does not put off the next one; two do', () => {
  const rest = new PollInterval();
  const rests = [2, 547, 3, 60, 80, 100].map((tookMs) => rest.after(tookMs));
  expect(rests).toEqual([500, 500, 500, 500, 600, 800]);
});
