import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createEnvironmentSlots, noSlot } from './environment-slots.ts';
import type { EnvironmentId } from './ids.ts';

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

const patient = { atOnce: 1, waitMs: 60_000 };

it('work of one environment is done one piece after the other, in order, and another’s beside it', async () => {
  const slots = createEnvironmentSlots(patient);
  const seen: string[] = [];
  const note = (what: string) => () => {
    seen.push(what);
    return Promise.resolve(what);
  };
  const first = held();
  const all = [slots.run(mine, first.work), slots.run(mine, note('second')), slots.run(mine, note('third'))];
  expect(await slots.run(theirs, note('theirs'))).toBe('theirs');
  expect(seen).toEqual(['theirs']);
  first.end();
  expect(await Promise.all(all)).toEqual(['done', 'second', 'third']);
  expect(seen).toEqual(['theirs', 'second', 'third']);
  expect(await slots.run(mine, note('later'))).toBe('later');
});

it('as many pieces of an environment run at once as it has slots', async () => {
  const slots = createEnvironmentSlots({ atOnce: 3, waitMs: 60_000 });
  const pieces = Array.from({ length: 4 }, held);
  let running = 0;
  const runs = pieces.map(({ work }) =>
    slots.run(mine, () => {
      running += 1;
      return work();
    }),
  );
  await Promise.resolve();
  expect(running).toBe(3);
  pieces[0]?.end();
  await runs[0];
  await endOfTurn();
  expect(running).toBe(4);
  for (const { end } of pieces) end();
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done', 'done']);
});

it('work that waits for too long is not done, and blocks no other', async () => {
  const impatient = createEnvironmentSlots({ atOnce: 1, waitMs: 0 });
  const first = held();
  const under = impatient.run(mine, first.work);
  expect(await impatient.run(mine, () => Promise.resolve('never'))).toBe(noSlot);
  first.end();
  expect(await under).toBe('done');
  expect(await impatient.run(mine, () => Promise.resolve('again'))).toBe('again');
});

it('only so much work waits, and the next is turned away at once', async () => {
  const slots = createEnvironmentSlots({ atOnce: 1, waitingMax: 20, waitMs: 60_000 });
  const first = held();
  const waiting = Array.from({ length: 21 }, () => slots.run(mine, first.work));
  expect(await slots.run(mine, () => Promise.resolve('never'))).toBe(noSlot);
  expect(await slots.run(theirs, () => Promise.resolve('theirs'))).toBe('theirs');
  first.end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
});

it('work that fails frees its slot', async () => {
  const slots = createEnvironmentSlots(patient);
  await expect(slots.run(mine, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await slots.run(mine, () => Promise.resolve('next'))).toBe('next');
});
