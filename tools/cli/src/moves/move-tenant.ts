import { type EnvironmentId, Fault } from '@loyalty/kernel';
import {
  closeTenant,
  forgetMove,
  markTenantMoved,
  readClosed,
  readTenantMove,
  reopenTenant,
  type TenantMove,
} from '@loyalty/tables/cells';
import { listStreamOuts, listTenants, tenantExists } from '@loyalty/tables/tenants';
import { removeParkedTasks, unparkTasks } from '@loyalty/task-queue/parked-tasks';
import { provideStream } from '../commands/streams.ts';
import { showProgress } from '../progress.ts';
import { type CommandContext, type CommandOutcome, requireYes } from '../session.ts';
import { provideStreamOut } from '../stream-outs/stream-out-commands.ts';
import { withCells, type Cells } from './cells.ts';
import { checkMove } from './check-move.ts';
import { copyTenant, takeTurn } from './copy-tenant.ts';
import { drainTenant, transactionsEnded } from './drain-tenant.ts';
import {
  forwardReceipts,
  noteHeldReceipts,
  readForwardSince,
  readReceiptTopics,
} from './forward-receipts.ts';
import type { MovedTenant } from './moved-tables.ts';

export interface MoveFlags {
  /** The file that describes the other cell. */
  readonly to: string;
  readonly abort?: true;
  readonly yes?: true;
}

/** Moves a tenant to the other cell, or reopens it here with --abort. Asks first unless --yes. */
export const moveToCell = async (
  task: CommandContext,
  tenant: string,
  { to, abort, yes }: MoveFlags,
): Promise<CommandOutcome> => {
  const question = 'Callers of the tenant get 503 until it is open in the other cell. Move it?';
  if (abort !== true) await requireYes(task, question, yes === true ? { yes } : {});
  const run = abort === true ? abortMove : moveTenant;
  return { document: await withCells(task, to, (cells) => run(cells, tenant)) };
};

interface MoveReport {
  readonly tenantId: string;
  readonly environmentIds: readonly EnvironmentId[];
  readonly forwarded: number;
}

/** A copy whose rows changed meanwhile is made again. After three times a person must find the cause. */
const triesMax = 3;

/**
 * Closes here, waits for running work, copies, opens there in one commit, and forwards later streamed
 * receipts. Continues where an earlier run ended: run it again after a failure, and while producers still
 * write here.
 */
const moveTenant = async (cells: Cells, tenantId: string): Promise<MoveReport> => {
  const { from } = cells;
  const moved = await requireTenant(cells, tenantId);
  const move = await requireClosed(cells, moved);
  const isMarked = (await readClosed(from.db, tenantId)) === 'MOVED';
  if (!(await tenantExists(cells.to.db, tenantId))) {
    if (isMarked)
      throw new Fault(
        'TENANT_GONE',
        'The tenant was moved to the other cell, but it no longer exists there.',
      );
    await bring(cells, moved);
  }
  if (!isMarked) await markTenantMoved(from.db, tenantId);
  await removeParkedTasks(from.db, moved.environmentIds);
  from.task.say('The tenant is open in the other cell and closed here.');
  const forwarded = await forwardReceipts(cells, moved, move.forwardSince);
  await noteHeldReceipts(from, move.forwardSince);
  from.task.say(
    `${forwarded.toString()} streamed receipts were forwarded; those that are already stored do not earn again.`,
  );
  return { tenantId, environmentIds: moved.environmentIds, forwarded };
};

/** Sends receipts streamed meanwhile again, because engines skipped them. Refused once open there. */
const abortMove = async (cells: Cells, tenantId: string): Promise<MoveReport> => {
  const { from } = cells;
  const moved = await requireTenant(cells, tenantId);
  const { forwardSince } = requireTarget(cells, await readTenantMove(from.db, tenantId));
  await reopen(cells, moved);
  from.task.say('The tenant is open here again.');
  await transactionsEnded(from.db);
  const forwarded = await forwardReceipts({ from, to: from }, moved, forwardSince);
  await forgetMove(from.db, tenantId);
  from.task.say(
    `${forwarded.toString()} streamed receipts were sent again; those that are already stored do not earn again.`,
  );
  return { tenantId, environmentIds: moved.environmentIds, forwarded };
};

/** A copy opens the tenant there first, or finds it open here and stores nothing there. */
const reopen = async ({ from, to }: Cells, { tenantId, environmentIds }: MovedTenant): Promise<void> => {
  if ((await readClosed(from.db, tenantId)) === 'MOVED') throw wasOpenThere();
  await to.db.transaction(async (target) => {
    await takeTurn(target, tenantId);
    if (await tenantExists(target, tenantId)) throw wasOpenThere();
    await unparkTasks(from.db, environmentIds);
    await reopenTenant(from.db, tenantId);
  });
};

/** Opening it here would lose what was decided there. */
const wasOpenThere = (): Fault =>
  new Fault('TENANT_MOVED', 'The tenant is already open in the other cell, so it cannot be reopened here.');

const requireTenant = async ({ from }: Cells, tenantId: string): Promise<MovedTenant> => {
  const found = (await listTenants(from.db)).find(({ id }) => id === tenantId);
  if (found !== undefined) return { tenantId, environmentIds: Object.values(found.environmentIds) };
  throw new Fault(
    'TENANT_NOT_FOUND',
    `There is no tenant ${tenantId}: «loyaltyctl tenants list» lists all tenants.`,
  );
};

const requireTarget = ({ to }: Cells, move: TenantMove | null): TenantMove => {
  if (move === null) throw new Fault('NOT_MOVING', 'The tenant is not being moved.');
  if (move.target === to.databaseId) return move;
  throw new Fault(
    'OTHER_TARGET',
    'The tenant is being moved to a different cell: pass the file of that cell with --to.',
  );
};

const requireClosed = async (cells: Cells, moved: MovedTenant): Promise<TenantMove> => {
  const { from, to } = cells;
  const begun = await readTenantMove(from.db, moved.tenantId);
  if (begun !== null) {
    if ((await readClosed(from.db, moved.tenantId)) !== null) return requireTarget(cells, begun);
    throw new Fault(
      'TAKEN_BACK',
      'The move is being aborted: run the command with --abort until it finishes, then start again.',
    );
  }
  await checkMove(cells, moved);
  const topics = await readReceiptTopics(from, moved.tenantId);
  for (const topic of topics.slice(1)) await provideStream(to.task, topic, 'create');
  for (const { topic, tenantId, state } of await listStreamOuts(from.db))
    if (tenantId === moved.tenantId && state !== 'ENDED')
      await provideStreamOut(to.task, topic, { isNew: false });
  const move = { target: to.databaseId, forwardSince: await readForwardSince(from, topics) };
  await closeTenant(from.db, moved.tenantId, move);
  return move;
};

const bring = async (cells: Cells, moved: MovedTenant, tries = 1): Promise<void> => {
  const { task } = cells.from;
  task.say('The tenant is closed here. Waiting until all its work in progress has finished.');
  await drainTenant(cells.from, moved);
  try {
    const copied = await copyShown(cells, moved);
    task.say(`${copied.toString()} rows were copied.`);
  } catch (failure) {
    if (!(failure instanceof Fault && failure.code === 'TENANT_CHANGED' && tries < triesMax)) throw failure;
    task.note(failure.message);
    await bring(cells, moved, tries + 1);
  }
};

const copyShown = async (cells: Cells, moved: MovedTenant): Promise<number> => {
  let copied = 0;
  const progress = showProgress(cells.from.task.terminal, () => ({
    sent: copied,
    verb: 'copied',
    stored: null,
    rejected: 0,
    expected: null,
  }));
  try {
    await copyTenant(cells, moved, (rows) => {
      copied += rows;
    });
  } finally {
    progress.stop();
  }
  return copied;
};
