import type { EnvironmentId } from '@loyalty/kernel';
import { firstRankOf, type TaskSpec } from '@loyalty/task-queue';
import { MemoryDatabase, StoreFailure } from '../../memory-database.ts';
import { MemoryTable } from '../../memory-table.ts';
import { TaskTables } from '../../memory-task-tables.ts';
import type { FleetWorld } from '../host-fleet.ts';
import type { Random } from '../random.ts';
import { SimulationScheduler } from '../simulation-scheduler.ts';
import {
  drawTaskFaultProfile,
  type Manner,
  type TaskFaultName,
  type TaskFaultProfile,
} from './task-fault-profile.ts';

/** The state that all processes of the queue share. */
export interface TaskWorld extends FleetWorld<TaskFaultName> {
  readonly profile: TaskFaultProfile;
  readonly tables: TaskTables;
  /** The end of each task, by its id; written once. */
  readonly ends: MemoryTable<string>;
  /** The ids of tasks of which more is stored than a lease or a due row; written once. */
  readonly stored: MemoryTable<true>;
  /** The counted attempts, by task and attempt; written once. */
  readonly counted: MemoryTable<true>;
  /** The time of each task's first attempt. */
  readonly askedAtMs: Map<string, number>;
  /** Adds a due task of a destination, and returns its id. */
  addJob(lane: number): string;
  /** Returns a task of a destination of which nothing is stored. */
  newWork(lane: number, environmentId?: number): TaskSpec;
}

/** Returns the UUID of a destination; its last digits are the number. */
const laneOf = (lane: number): string => `00000000-0000-4000-8000-${lane.toString().padStart(12, '0')}`;

export const mannerOf = ({ profile }: TaskWorld, lane: string): Manner =>
  profile.manners[Number(lane.slice(-12))] ?? 'quick';

const createServer = (random: Random, { refusal, loss }: TaskFaultProfile): TaskWorld['server'] => ({
  name: 'database',
  isAway: false,
  refusal,
  loss,
  failure: (what) => new StoreFailure(random.chance(0.3) ? 'race' : 'unavailable', what),
});

interface TaskPlan {
  readonly number: number;
  readonly lane: number;
  readonly environmentId: number;
  readonly createdAtMs: number;
}

const workOf = ({ number, lane, environmentId, createdAtMs }: TaskPlan): TaskSpec => {
  const id = `job-${number.toString()}`;
  return {
    destinationId: laneOf(lane),
    id,
    environmentId: environmentId as EnvironmentId,
    memberId: null,
    createdAtMs,
    // Some of each destination.
    isBulk: number % 3 === 0,
    sourceId: `event-${id}`,
  };
};

export const createTaskWorld = (
  random: Random,
  profile = drawTaskFaultProfile(random),
  turns = new SimulationScheduler(random),
): TaskWorld => {
  const database = new MemoryDatabase();
  database.now = () => turns.nowMs;
  const tables = new TaskTables();
  let jobs = 0;
  const newWork = (lane: number, environmentId = 1): TaskSpec => {
    jobs += 1;
    return workOf({ number: jobs, lane, environmentId, createdAtMs: turns.nowMs });
  };
  const addJob = (lane: number): string => {
    const work = newWork(lane);
    const tx = database.begin(0);
    tables.add(tx, { ...work, rank: firstRankOf(work), dueAtMs: work.createdAtMs, attempt: 0 });
    database.commit(tx);
    return work.id;
  };
  return {
    random,
    profile,
    turns,
    database,
    tables,
    addJob,
    newWork,
    ends: new MemoryTable<string>(),
    counted: new MemoryTable<true>(),
    stored: new MemoryTable<true>(),
    askedAtMs: new Map<string, number>(),
    server: createServer(random, profile),
    mayFail: true,
    downUntilMs: 0,
    accidents: [],
  };
};
