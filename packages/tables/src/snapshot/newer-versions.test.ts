import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { createLruMap } from '../lookup/lru-map.ts';
import { NewerConfiguration, NewerVersions } from './configuration-source.ts';

const environmentId = 7 as EnvironmentId;

/** Configurations whose newest version the test sets. It records each read. */
const setUp = () => {
  const world = { newest: 1, readings: 0, held: null as Snapshot | null };
  const snapshots = {
    peek: () => world.held,
    getAll: (wanted: ReadonlyMap<EnvironmentId, number>) => {
      const isHeld = world.held?.version === wanted.get(environmentId);
      if (!isHeld) world.readings += 1;
      const snapshot = isHeld && world.held !== null ? world.held : ({ version: world.newest } as Snapshot);
      world.held = snapshot;
      return Promise.resolve(new Map([[environmentId, snapshot]]));
    },
  };
  const versions = new NewerVersions(snapshots);
  const find = async () =>
    (await versions.find(new Map([[environmentId, world.newest]]))).get(environmentId)?.version;
  const prepare = () => versions.prepare(new Set([environmentId]));
  return { world, versions, find, prepare };
};

it('a configuration that was read before the batch is used at once', async () => {
  const { world, find, prepare } = setUp();
  await prepare();
  expect([await find(), await find(), world.readings]).toEqual([1, 1, 1]);
});

it('a newer configuration rolls the attempt back, and is read before the next attempt locks anything', async () => {
  const { world, find, prepare } = setUp();
  await prepare();
  await find();
  world.newest = 2;
  await expect(find()).rejects.toBeInstanceOf(NewerConfiguration);
  expect(world.readings).toBe(1);
  await prepare();
  expect([world.readings, await find(), world.readings]).toEqual([2, 2, 2]);
});

it('a configuration that changes again meanwhile is read under the locks, so that the batch is stored', async () => {
  const { world, find, prepare } = setUp();
  await prepare();
  for (let round = 0; round < 3; round += 1) {
    world.newest += 1;
    await expect(find()).rejects.toBeInstanceOf(NewerConfiguration);
    await prepare();
    world.newest += 1;
    expect(await find()).toBe(world.newest);
  }
});

it('a batch without environments reads nothing', async () => {
  const { world, versions } = setUp();
  await versions.prepare(new Set());
  expect(world.readings).toBe(0);
});

/** A cache of at most so many environments; it records the reads. */
const smallCache = (sizeMax: number) => {
  const held = createLruMap<EnvironmentId, Snapshot>(sizeMax);
  const reads: number[] = [];
  const cache = {
    peek: (id: EnvironmentId) => held.get(id) ?? null,
    getAll: (wanted: ReadonlyMap<EnvironmentId, number>) => {
      reads.push(wanted.size);
      const read = new Map([...wanted.keys()].map((id) => [id, { version: 2 } as Snapshot]));
      for (const [id, snapshot] of read) held.set(id, snapshot);
      return Promise.resolve(read);
    },
  };
  return { cache, reads };
};

const many = new Map(Array.from({ length: 300 }, (_, n) => [(n + 1) as EnvironmentId, 2] as const));

it('▲ what a batch of many environments lacks is read in one go before it begins, even if the cache cannot hold it', async () => {
  const { cache, reads } = smallCache(10);
  const versions = new NewerVersions(cache);
  await versions.prepare(new Set(many.keys()));
  expect((await versions.find(many)).size).toBe(300);
  expect(reads).toEqual([300]);
});

it('▲ when configurations of many environments have changed, the attempt is rolled back once, and all are read', async () => {
  const { cache, reads } = smallCache(1_000);
  const versions = new NewerVersions(cache);
  await expect(versions.find(many)).rejects.toBeInstanceOf(NewerConfiguration);
  await versions.prepare(new Set(many.keys()));
  expect((await versions.find(many)).size).toBe(300);
  expect(reads).toEqual([300]);
});
