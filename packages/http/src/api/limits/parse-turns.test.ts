import { createParseTurns } from './server-limits.ts';

test('▲ of several callers at once one parses in each turn of the event loop', async () => {
  let turns = 0;
  let isCounting = true;
  const count = (): void => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const next = createParseTurns();
  const seen = await Promise.all([1, 2, 3].map(() => next().then(() => turns)));
  isCounting = false;
  expect(new Set(seen).size).toBe(3);
});
