import { firstRankOf, type TaskSpec, type TaskHandler } from './task.ts';
import type { PersistTasks, TaskStore } from './task-store.ts';

export interface PersistTasksOptions<Tx> {
  readonly handler: Pick<TaskHandler<Tx, unknown, unknown>, 'persist'>;
  readonly store: Pick<TaskStore<Tx>, 'enqueueTasks'>;
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: () => number;
}

/** Adds rows for leased tasks, due at once. Tasks that were stored meanwhile are left out: they have rows, or have ended. */
export const persistTasks =
  <Tx>({ handler, store, nowMs }: PersistTasksOptions<Tx>): PersistTasks<Tx> =>
  async (tx, tasks, abandoned = 0) => {
    const isNew = (await handler.persist?.(tx, tasks)) ?? new Set();
    const dueAtMs = Math.floor(nowMs());
    await store.enqueueTasks(tx, tasks.filter(({ id }) => isNew.has(id)).map(rowOf));

    function rowOf({ destinationId, id, environmentId, memberId, createdAtMs, isBulk = false }: TaskSpec) {
      return {
        destinationId,
        rank: firstRankOf({ isBulk }),
        dueAtMs,
        id,
        environmentId,
        memberId,
        createdAtMs,
        isBulk,
        attempt: 0,
        abandoned,
      };
    }
  };
