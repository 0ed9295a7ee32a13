import { passEnvironmentNumbers, skipFurtherCodes } from '@loyalty/configuration';
import { createRestoreSteps, type EpochStep, type RaisedEpoch } from '@loyalty/history';
import { Fault } from '@loyalty/kernel';
import { createSchemaRegistry } from '@loyalty/messaging';
import {
  finishEpoch,
  historyLockClass,
  openEpoch,
  readEpochState,
  tryAdvisoryLock,
  type Database,
} from '@loyalty/storage';
import { eraseAgain, erasedAgainSentence, type ErasedAgain } from '../erasures/erase-again.ts';
import type { Desk } from '../positions/at-desk.ts';
import type { CommandContext } from '../session.ts';
import type { RestorePlan } from './plan-restore.ts';
import { publishErasures } from './publish-erasures.ts';
import { storeRefits } from './refit-positions.ts';
import { storeSeeds } from './seed-by-time.ts';

/** The effects of a preparation. */
export interface Prepared {
  readonly epoch: string;
  readonly erasures: ErasedAgain;
  readonly skippedCodes: number;
  readonly isNumberPassed: boolean;
}

/**
 * Carries a plan out: repeats what takes away, places numbers, codes and positions, compares the facts, and opens the epoch last. A run
 * that was stopped may be repeated; until its end no service decides anything.
 */
export const carryOut = async (task: CommandContext, desk: Desk, plan: RestorePlan): Promise<Prepared> => {
  const url = task.addresses.databaseUrl();
  const lock = await tryAdvisoryLock(url, historyLockClass, 0);
  if (lock === null)
    throw new Fault(
      'SERVICES_RUNNING',
      'Another process opens the epoch: stop the services, then come again.',
    );
  try {
    return await carryOutLocked(task, desk, plan);
  } finally {
    await lock.release();
  }
};

const carryOutLocked = async (task: CommandContext, desk: Desk, plan: RestorePlan): Promise<Prepared> => {
  const { db, kafka, clusterId } = desk;
  const state = await readEpochState(db);
  const raised = { ...state, branchedAtMs: plan.sinceMs };
  const erasures = await eraseAgain(db, plan.erasures);
  task.say(erasedAgainSentence(erasures));
  await publishErasures(task, db, plan.unpublished);
  const registry = createSchemaRegistry(task.addresses.schemaRegistryUrl());
  const steps = createRestoreSteps({ kafka, registry, opening: db, jobs: db });
  await runSteps(task, steps.holding, raised);
  const isNumberPassed = await passEnvironmentNumbers(db, plan.passedEnvironment);
  const skippedCodes = await skipFurtherCodes(db, state.epoch, plan.skipCodes);
  await storeRefits(db, clusterId, plan.loss.refits);
  await storeSeeds(desk, plan.seeds);
  task.say('Numbers, codes and positions are set.');
  await finish(task, db, { raised, following: steps.following });
  return { epoch: state.epoch, erasures, skippedCodes, isNumberPassed };
};

/** Evidence of redeems is compared before the opening: engines then wait for nothing. */
const finish = async (
  task: CommandContext,
  db: Database,
  { raised, following }: { readonly raised: RaisedEpoch; readonly following: readonly EpochStep[] },
): Promise<void> => {
  await runSteps(task, following, raised);
  await openEpoch(db, raised.epoch);
  await finishEpoch(db, raised.epoch);
  task.say(`Epoch ${raised.epoch} is open.`);
};

const runSteps = async (
  task: CommandContext,
  steps: readonly EpochStep[],
  raised: RaisedEpoch,
): Promise<void> => {
  for (const step of steps) {
    const beganMs = performance.now();
    await step.run(raised, new AbortController().signal);
    task.say(`${step.name}: done in ${((performance.now() - beganMs) / 1_000).toFixed(1)} s.`);
  }
};
