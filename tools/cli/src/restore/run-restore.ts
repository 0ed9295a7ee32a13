import { topics } from '@loyalty/contracts';
import { createRestoreSteps, type EpochStep, type RaisedEpoch } from '@loyalty/history/epochs';
import { findSchemaId } from '@loyalty/kafka/registry';
import { Fault } from '@loyalty/kernel';
import { type Database, tryAdvisoryLock } from '@loyalty/storage';
import { finishEpoch, historyLockClass, openEpoch, readEpochState } from '@loyalty/storage/history';
import { insertOutbox, noOwner } from '@loyalty/storage/outbox';
import { erasureRecords } from '@loyalty/streams/facts';
import { packMessages } from '@loyalty/streams/outbox';
import { passEnvironmentNumbers } from '@loyalty/tables/cells';
import type { KeptErasure } from '@loyalty/tables/erasure';
import { skipNextCodes } from '@loyalty/tables/skipped-codes';
import { createOwnRegistry, explainingRegistry } from '../connections.ts';
import { eraseAgain, type ErasedAgain, erasedAgainText } from '../erasures/erasures.ts';
import type { PositionContext } from '../positions/positions-in-logs.ts';
import { storeSeeds } from '../positions/seed-positions.ts';
import type { CommandContext } from '../session.ts';
import type { RestorePlan } from './plan-restore.ts';
import { storeRefits } from './refit-positions.ts';

interface Prepared {
  readonly epoch: string;
  readonly erasures: ErasedAgain;
  readonly skippedCodes: number;
  readonly isNumberPassed: boolean;
}

/**
 * Runs a restore, and opens the epoch last. A stopped run may be repeated; until it ends, no service decides
 * anything.
 */
export const runRestore = async (
  task: CommandContext,
  context: PositionContext,
  plan: RestorePlan,
): Promise<Prepared> => {
  const url = task.addresses.databaseUrl();
  const lock = await tryAdvisoryLock(url, historyLockClass, 0);
  if (lock === null)
    throw new Fault(
      'SERVICES_RUNNING',
      'Another process is opening the epoch: stop the services, then run the command again.',
    );
  try {
    return await carryOutLocked(task, context, plan);
  } finally {
    await lock.release();
  }
};

const carryOutLocked = async (
  task: CommandContext,
  context: PositionContext,
  plan: RestorePlan,
): Promise<Prepared> => {
  const { db, kafka, clusterId } = context;
  const state = await readEpochState(db);
  const raised = { ...state, branchedAtMs: plan.sinceMs };
  const erasures = await eraseAgain(db, plan.erasures);
  task.say(erasedAgainText(erasures));
  await publishErasures(task, db, plan.unpublished);
  const registry = createOwnRegistry(task);
  const steps = createRestoreSteps({ kafka, registry, opening: db, jobs: db });
  await runSteps(task, steps.holding, raised);
  const isNumberPassed = await passEnvironmentNumbers(db, plan.passedEnvironment);
  const skippedCodes = await skipNextCodes(db, state.epoch, plan.skipCodes);
  await storeRefits(db, clusterId, plan.loss.refits);
  await storeSeeds(context, plan.seeds);
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

const atOnce = 500;

/** Leaves the erasures in the outbox. The first service that runs publishes them, to be kept for ever. */
const publishErasures = async (
  task: CommandContext,
  db: Database,
  erasures: readonly KeptErasure[],
): Promise<void> => {
  if (erasures.length === 0) return;
  const url = task.addresses.schemaRegistryUrl();
  const schemaId = await explainingRegistry(url, () =>
    findSchemaId(createOwnRegistry(task), topics.erasures),
  );
  for (let at = 0; at < erasures.length; at += atOnce) {
    const records = erasures
      .slice(at, at + atOnce)
      .flatMap(({ erasedAtMs, ...erasure }) =>
        erasureRecords({ ...erasure, tenantId: '', erasedAt: new Date(erasedAtMs) }, schemaId),
      );
    await insertOutbox(db, noOwner, packMessages(records));
  }
  task.say(
    `${erasures.length.toString()} erasures will be published to ${topics.erasures} when a service runs.`,
  );
};
