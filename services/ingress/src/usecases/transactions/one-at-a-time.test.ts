import { systemClock, type EnvironmentId } from '@loyalty/kernel';
import { createOneAtATime } from './one-at-a-time.ts';

const mine = 1 as EnvironmentId;
const theirs = 2 as EnvironmentId;

/** Work that ends when the test says. */
const held = () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, work: () => ended.then(() => 'done') };
};

/** A clock whose sleepers sleep until they are called. */
const patient = { sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(60_000, signal) };

it('work of one environment is done one piece after the other, in order, and another’s beside it', async () => {
  const oneAtATime = createOneAtATime(patient);
  const seen: string[] = [];
  const note = (what: string) => () => {
    seen.push(what);
    return Promise.resolve(what);
  };
  const first = held();
  const all = [
    oneAtATime(mine, first.work),
    oneAtATime(mine, note('second')),
    oneAtATime(mine, note('third')),
  ];
  expect(await oneAtATime(theirs, note('theirs'))).toBe('theirs');
  expect(seen).toEqual(['theirs']);
  first.end();
  expect(await Promise.all(all)).toEqual(['done', 'second', 'third']);
  expect(seen).toEqual(['theirs', 'second', 'third']);
  expect(await oneAtATime(mine, note('later'))).toBe('later');
});

it('a call that waits for too long does nothing, and blocks no other', async () => {
  const impatient = createOneAtATime({ sleep: () => Promise.resolve() });
  const first = held();
  const under = impatient(mine, first.work);
  expect(await impatient(mine, () => Promise.resolve('never'))).toBeNull();
  first.end();
  expect(await under).toBe('done');
  expect(await impatient(mine, () => Promise.resolve('again'))).toBe('again');
});

it('20 wait for one environment, and the next is turned away at once', async () => {
  const oneAtATime = createOneAtATime(patient);
  const first = held();
  const waiting = Array.from({ length: 21 }, () => oneAtATime(mine, first.work));
  expect(await oneAtATime(mine, () => Promise.resolve('never'))).toBeNull();
  first.end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
});

it('work that fails ends its turn', async () => {
  const oneAtATime = createOneAtATime(patient);
  await expect(oneAtATime(mine, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await oneAtATime(mine, () => Promise.resolve('next'))).toBe('next');
});
