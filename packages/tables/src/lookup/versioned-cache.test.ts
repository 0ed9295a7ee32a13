import type { EnvironmentId } from '@loyalty/kernel';
import { createVersionedCache } from './versioned-cache.ts';

const environmentsFrom = (first: number, count: number): EnvironmentId[] =>
  Array.from({ length: count }, (_, n) => (first + n) as EnvironmentId);

const atVersion = (ids: readonly EnvironmentId[], version: number) =>
  new Map(ids.map((id) => [id, version] as const));

interface Value {
  readonly version: number;
  readonly bytes: number;
}

/** A cache of values whose version and size the test sets. It records what each read was given. */
const setUp = (bytesMax = 1_000) => {
  const world = { newest: 1, bytes: 10, readings: [] as ReadonlyMap<EnvironmentId, Value | null>[] };
  const cache = createVersionedCache<Value>({
    db: { onHistoryChange: () => undefined },
    reader: 'engines',
    bytesMax,
    bytesOf: ({ bytes }) => bytes,
    read: (held) => {
      world.readings.push(held);
      const { newest: version, bytes } = world;
      return Promise.resolve(new Map([...held.keys()].map((id) => [id, { version, bytes }])));
    },
  });
  return { world, cache };
};

it('what is missing is read together, and what is held is not read again', async () => {
  const { world, cache } = setUp();
  await cache.getAll(atVersion(environmentsFrom(1, 10), 1));
  const found = await cache.getAll(atVersion(environmentsFrom(1, 40), 1));
  expect(found.size).toBe(40);
  expect(world.readings.map(({ size }) => size)).toEqual([10, 30]);
});

it('a read has a bound: more environments are read one part after the other', async () => {
  const { world, cache } = setUp(1_000_000);
  expect((await cache.getAll(atVersion(environmentsFrom(1, 250), 1))).size).toBe(250);
  expect(world.readings.map(({ size }) => size)).toEqual([100, 100, 50]);
});

it('a read gets the values that are held, so that it may keep what has not changed', async () => {
  const { world, cache } = setUp();
  const id = 7 as EnvironmentId;
  const first = await cache.get(id, 1);
  world.newest = 2;
  await cache.get(id, 2);
  expect(world.readings.map((held) => held.get(id))).toEqual([null, first]);
});

it('callers that ask for the same environment at once share a read', async () => {
  const { world, cache } = setUp();
  await Promise.all([
    cache.getAll(atVersion(environmentsFrom(1, 5), 1)),
    cache.getAll(atVersion(environmentsFrom(3, 5), 1)),
    cache.get(4 as EnvironmentId, 1),
  ]);
  expect(world.readings.map((held) => [...held.keys()])).toEqual([
    [1, 2, 3, 4, 5],
    [6, 7],
  ]);
});

it('▲ the cache is bounded in bytes: one large environment makes many small ones wait for a read, and no more', async () => {
  const { world, cache } = setUp();
  await cache.getAll(atVersion(environmentsFrom(1, 100), 1));
  world.bytes = 600;
  await cache.get(999 as EnvironmentId, 1);
  const left = environmentsFrom(1, 100).filter((id) => cache.peek(id) !== null);
  expect(left).toEqual(environmentsFrom(61, 40));
});

it('an environment that does not exist has no value', async () => {
  const cache = createVersionedCache<Value>({
    db: { onHistoryChange: () => undefined },
    reader: 'engines',
    bytesOf: () => 1,
    read: () => Promise.resolve(new Map()),
  });
  expect(await cache.get(7 as EnvironmentId, 1)).toBeNull();
});
