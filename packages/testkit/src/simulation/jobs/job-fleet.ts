import { HostFleet } from '../host-fleet.ts';
import type { JobFaultName } from './job-fault-profile.ts';
import { JobProcess } from './job-process.ts';
import type { JobWorld } from './job-world.ts';

const longestMs = { away: 8_000, frozen: 20_000, blackout: 900_000 };

export type JobFleet = HostFleet<JobProcess, JobFaultName>;

export const createJobFleet = (world: JobWorld): JobFleet => {
  const { random, turns, database } = world;
  return new HostFleet({
    world,
    longestMs,
    make: (number) => new JobProcess(world, number),
    causes: (usual, toOne) => ({
      ...usual,
      'session-dropped': toOne(({ number }) => {
        database.disconnect(number);
      }),
      'lock-lost': toOne(({ number }) => {
        database.dropJobLocks(number);
      }),
      unpublished: toOne((process) => {
        process.unpublished = 17;
        const publish = (): void => {
          process.unpublished = 0;
        };
        turns.atServer(`${process.name} has published`, publish, { afterMs: random.below(longestMs.away) });
      }),
    }),
  });
};
