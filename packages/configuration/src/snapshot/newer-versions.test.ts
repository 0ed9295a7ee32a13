import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { NewerConfiguration, NewerVersions } from './newer-versions.ts';

const environmentId = 7 as EnvironmentId;

/** Configurations whose newest version the test sets. It records each read. */
const setUp = () => {
  const world = { newest: 1, readings: 0, held: null as Snapshot | null };
  const snapshots = {
    peek: () => world.held,
    get: (_: EnvironmentId, version: number) => {
      if (world.held?.version !== version) {
        world.readings += 1;
        world.held = { version: world.newest } as Snapshot;
      }
      return Promise.resolve(world.held);
    },
  };
  const versions = new NewerVersions(snapshots);
  const find = async () =>
    (await versions.find(new Map([[environmentId, world.newest]]))).get(environmentId)?.version;
  return { world, versions, find };
};

it('a cached configuration is used at once', async () => {
  const { world, versions, find } = setUp();
  await expect(find()).rejects.toBeInstanceOf(NewerConfiguration);
  await versions.load();
  expect([await find(), await find(), world.readings]).toEqual([1, 1, 1]);
});

it('a newer configuration rolls the attempt back, and is read before the next attempt locks anything', async () => {
  const { world, versions, find } = setUp();
  await expect(find()).rejects.toBeInstanceOf(NewerConfiguration);
  await versions.load();
  await find();
  world.newest = 2;
  await expect(find()).rejects.toBeInstanceOf(NewerConfiguration);
  expect(world.readings).toBe(1);
  await versions.load();
  expect([world.readings, await find(), world.readings]).toEqual([2, 2, 2]);
});

it('a configuration that changes again meanwhile is read under the locks, so that the batch is stored', async () => {
  const { world, versions, find } = setUp();
  for (let round = 0; round < 3; round += 1) {
    await expect(find()).rejects.toBeInstanceOf(NewerConfiguration);
    await versions.load();
    world.newest += 1;
    expect(await find()).toBe(world.newest);
    world.newest += 1;
  }
});

it('nothing is read if no version was missed', async () => {
  const { world, versions } = setUp();
  await versions.load();
  expect(world.readings).toBe(0);
});

it('▲ when configurations of many environments have changed, the attempt is rolled back once, and all are read', async () => {
  const held = new Map<EnvironmentId, Snapshot>();
  const versions = new NewerVersions({
    peek: (id) => held.get(id) ?? null,
    get: (id, version) => {
      held.set(id, { version } as Snapshot);
      return Promise.resolve(held.get(id) ?? null);
    },
  });
  const newest = new Map(Array.from({ length: 300 }, (_, n) => [(n + 1) as EnvironmentId, 2] as const));
  await expect(versions.find(newest)).rejects.toBeInstanceOf(NewerConfiguration);
  await versions.load();
  expect(held.size).toBe(300);
  expect((await versions.find(newest)).size).toBe(300);
});
