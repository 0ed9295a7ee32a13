import type { EnvironmentId } from '@loyalty/kernel';
import { createCompileShares } from './compile-shares.ts';

const [one, other] = [1 as EnvironmentId, 2 as EnvironmentId];

/**
 * Shares whose rests end when the test says so, the lengths of the rests in milliseconds, and the names of
 * what ran.
 */
const sharesWithRests = () => {
  const restsMs: number[] = [];
  const ran: string[] = [];
  const ends: (() => void)[] = [];
  const shares = createCompileShares({
    sleep: (ms) => {
      restsMs.push(ms);
      return new Promise((resolve) => ends.push(resolve));
    },
  });
  const compile = (environmentId: EnvironmentId, name: string, bytes: number): Promise<string> =>
    shares.run(environmentId, () => {
      ran.push(name);
      return Promise.resolve({ result: name, bytes });
    });
  return { shares, compile, ran, restsMs, endRest: () => ends.shift()?.() };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('▲ behind a compilation its environment waits four times as long; another compiles at once (D118)', async () => {
  const { compile, ran, restsMs, endRest } = sharesWithRests();
  expect(await compile(one, 'first', 10_000)).toBe('first');
  const second = compile(one, 'second', 10_000);
  expect(await compile(other, 'theirs', 100)).toBe('theirs');
  await settled();
  expect(ran).toEqual(['first', 'theirs']);
  expect(restsMs).toEqual([200, 2]);
  endRest();
  expect(await second).toBe('second');
});

test('work that compiled nothing delays nobody', async () => {
  const { compile, ran, restsMs } = sharesWithRests();
  await compile(one, 'known', 0);
  await compile(one, 'known too', 0);
  expect([ran, restsMs]).toEqual([['known', 'known too'], []]);
});

test('▲ a hundred wait for an environment’s turn; one more is refused, and another environment is served', async () => {
  const { compile } = sharesWithRests();
  await compile(one, 'first', 10_000);
  for (let n = 0; n < 100; n += 1) compile(one, n.toString(), 0).catch(() => undefined);
  await expect(compile(one, 'too many', 0)).rejects.toMatchObject({
    code: 'COMPILING_BUSY',
    retry: true,
  });
  expect(await compile(other, 'theirs', 0)).toBe('theirs');
});

test('work that fails ends its turn', async () => {
  const { shares, compile } = sharesWithRests();
  await expect(shares.run(one, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await compile(one, 'next', 0)).toBe('next');
});
