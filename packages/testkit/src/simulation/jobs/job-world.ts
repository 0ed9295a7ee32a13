import type { EnvironmentId } from '@loyalty/kernel';
import { MemoryDatabase, StoreFailure } from '../../memory-database.ts';
import { ToyMembers } from '../../toy-job.ts';
import type { FleetWorld } from '../host-fleet.ts';
import type { Random } from '../random.ts';
import type { ServerState } from '../simulated-line.ts';
import { SimulationScheduler } from '../simulation-scheduler.ts';
import { drawJobFaultProfile, type JobFaultName, type JobFaultProfile } from './job-fault-profile.ts';

/** The state that all processes of the job share. */
export interface JobWorld extends FleetWorld<JobFaultName> {
  readonly profile: JobFaultProfile;
  readonly members: ToyMembers;
  /** The number of chunks by outcome. */
  readonly chunks: Map<string, number>;
}

export const createJobWorld = (random: Random): JobWorld => {
  const profile = drawJobFaultProfile(random);
  const turns = new SimulationScheduler(random);
  const database = new MemoryDatabase();
  database.now = () => turns.nowMs;
  const members = new ToyMembers();
  for (const [index, count] of profile.members.entries()) {
    const ids = Array.from({ length: count }, (_, n) => `m${n.toString().padStart(4, '0')}`);
    members.ids.set((index + 1) as EnvironmentId, ids);
  }
  const server: ServerState = {
    name: 'database',
    isAway: false,
    refusal: profile.refusal,
    loss: profile.loss,
    failure: (what) => new StoreFailure(random.chance(0.3) ? 'race' : 'unavailable', what),
  };
  return {
    random,
    profile,
    turns,
    database,
    server,
    members,
    mayFail: true,
    downUntilMs: 0,
    chunks: new Map(),
    accidents: [],
  };
};
