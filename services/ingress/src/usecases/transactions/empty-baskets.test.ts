import { emptyBasketsVersion } from '@loyalty/rules';
import { createTestClock } from '../../testing/test-clock.ts';
import { createFindEmptyBasketFault } from './empty-baskets.ts';

/** Processes of which the oldest knows this version; null while none runs. */
const over = (oldest: number | null) => {
  const clock = createTestClock(0);
  const state = { oldest, reads: 0, isDown: false };
  const find = createFindEmptyBasketFault({
    clock,
    db: {
      onHistoryChange: () => undefined,
      query: <Row>() => {
        state.reads += 1;
        if (state.isDown) return Promise.reject(new Error('the database is down'));
        return Promise.resolve([{ oldest: state.oldest }] as Row[]);
      },
    },
  });
  return { clock, state, find };
};

const fault = { pointer: '/amount', message: 'must be an integer ≥ 1' };

it('is asked of a basket of 0 alone', async () => {
  const { find, state } = over(emptyBasketsVersion - 1);
  expect(await find({ amountCents: 1 })).toBeNull();
  expect(state.reads).toBe(0);
  expect(await find({ amountCents: 0 })).toEqual(fault);
});

it.each([
  ['all processes know it', emptyBasketsVersion, null],
  ['one of a later release runs, too', emptyBasketsVersion + 1, null],
  ['an older process runs', emptyBasketsVersion - 1, fault],
  ['none runs', null, null],
])('is judged where %s', async (_what, oldest, expected) => {
  expect(await over(oldest).find({ amountCents: 0 })).toEqual(expected);
});

it('is read once for many baskets, and again after five seconds', async () => {
  const { find, state, clock } = over(emptyBasketsVersion - 1);
  await Promise.all(Array.from({ length: 100 }, () => Promise.resolve(find({ amountCents: 0 }))));
  expect(state.reads).toBe(1);
  state.oldest = emptyBasketsVersion;
  clock.advance(4_999);
  expect(await find({ amountCents: 0 })).toEqual(fault);
  clock.advance(1);
  expect(await find({ amountCents: 0 })).toBeNull();
});

it('is read again after a failure', async () => {
  const { find, state } = over(emptyBasketsVersion);
  state.isDown = true;
  await expect(Promise.resolve(find({ amountCents: 0 }))).rejects.toThrow('the database is down');
  state.isDown = false;
  expect(await find({ amountCents: 0 })).toBeNull();
});
