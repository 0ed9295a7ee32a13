import { readErasures } from '@loyalty/history/epochs';
import { Fault } from '@loyalty/kernel';
import { raiseEpoch, readEpochState } from '@loyalty/storage/history';
import { countLivingOwners } from '@loyalty/storage/outbox';
import { readCell, readNextEnvironment } from '@loyalty/tables/cells';
import type { KeptErasure } from '@loyalty/tables/erasure';
import { listPoolIds } from '@loyalty/tables/skipped-codes';
import { distinctErasures, erasureKeyOf } from '../erasures/erasures-file.ts';
import { readStoredErasures } from '../erasures/erasures.ts';
import type { PositionContext } from '../positions/positions-in-logs.ts';
import { planSeeds, type SeedPlan } from '../positions/seed-positions.ts';
import type { CommandContext } from '../session.ts';
import { findLoss, isWhole, type Loss } from './find-loss.ts';

export interface RestoreOrder {
  readonly sinceMs: number;
  /** The erasures of a file; null if there is no file, which the operator has confirmed. */
  readonly fromFile: readonly KeptErasure[] | null;
  /**
   * How many codes of each pool are skipped in addition to those that facts name; null if it was not given.
   */
  readonly skipCodes: number | null;
  readonly isWithoutFile: boolean;
  readonly isDryRun: boolean;
}

export interface RestorePlan {
  /** The time after which commits may be lost. */
  readonly sinceMs: number;
  readonly loss: Loss;
  readonly erasures: readonly KeptErasure[];
  readonly unpublished: readonly KeptErasure[];
  readonly nextEnvironment: number;
  /** The number below which environments get no numbers. */
  readonly passedEnvironment: number;
  readonly pools: number;
  readonly skipCodes: number;
  readonly seeds: readonly SeedPlan[];
}

/** A tenant has two environments, and facts may name one of them only. */
const spareEnvironments = 1_000;

/** Plans a restore. It writes nothing except the new epoch, as the first connection of any service would. */
export const planRestore = async (
  task: CommandContext,
  context: PositionContext,
  order: RestoreOrder,
): Promise<RestorePlan> => {
  await refuseWhileServicesRun(context);
  const sinceMs = await lostSince(context, order);
  const loss = await findLoss(task, context, sinceMs);
  const pools = (await listPoolIds(context.db)).length;
  refuseIncomplete(order, loss, pools);
  return {
    sinceMs,
    loss,
    ...(await planErasures(context, order)),
    nextEnvironment: await readNextEnvironment(context.db),
    passedEnvironment: await passedEnvironmentOf(context, loss),
    pools,
    skipCodes: order.skipCodes ?? 0,
    seeds: loss.isKnownCluster ? [] : await planSeeds(context, sinceMs),
  };
};

const planErasures = async (
  { db, kafka }: PositionContext,
  { fromFile }: RestoreOrder,
): Promise<Pick<RestorePlan, 'erasures' | 'unpublished'>> => {
  const published = await readErasures(kafka);
  const stored = await readStoredErasures(db);
  const kept = fromFile ?? [];
  return {
    erasures: without(distinctErasures([...published, ...kept]), stored),
    unpublished: without(distinctErasures([...stored, ...kept]), published),
  };
};

const without = (some: readonly KeptErasure[], others: readonly KeptErasure[]): readonly KeptErasure[] => {
  const keys = new Set(others.map(erasureKeyOf));
  return some.filter((erasure) => !keys.has(erasureKeyOf(erasure)));
};

/** The database knows its newest commit once it has a new epoch; an operator may be mistaken. */
const lostSince = async ({ db }: PositionContext, { sinceMs, isDryRun }: RestoreOrder): Promise<number> => {
  if (isDryRun) return sinceMs;
  await raiseEpoch(db);
  const { branchedAtMs } = await readEpochState(db);
  return Math.min(sinceMs, branchedAtMs);
};

/** Records may name environments of other cells, from where tenants were moved. */
const passedEnvironmentOf = async ({ db }: PositionContext, { survey }: Loss): Promise<number> => {
  const { first, last } = await readCell(db);
  const own = survey.environmentIds.filter((id) => id >= first && id <= last);
  return own.length === 0 ? 0 : Math.min(last, Math.max(...own) + spareEnvironments);
};

/** A service reads and decides as soon as it finds the database: too early. */
const refuseWhileServicesRun = async ({ db }: PositionContext): Promise<void> => {
  const running = await countLivingOwners(db);
  if (running === 0) return;
  throw new Fault(
    'SERVICES_RUNNING',
    `${running.toString()} service processes are running on this database. Nothing was done: stop them, then run the command again.`,
  );
};

const refuseIncomplete = (order: RestoreOrder, loss: Loss, pools: number): void => {
  if (isWhole(loss)) return;
  if (order.fromFile === null && !order.isWithoutFile)
    throw new Fault(
      'ERASURES_UNKNOWN',
      'This cluster may lack erasures. Nothing was done: pass the file of «erasures export» with --erasures, or pass --without-erasures-file.',
    );
  if (order.skipCodes === null && pools > 0)
    throw new Fault(
      'CODES_UNKNOWN',
      `This cluster may lack facts about codes that ${pools.toString()} pools gave out since then. Nothing was done: pass with ` +
        '--skip-codes how many codes each pool should skip. Choose too many rather than too few; «codes return» returns them later.',
    );
};
