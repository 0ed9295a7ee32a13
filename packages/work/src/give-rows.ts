import type { OwedWork, WorkKind } from './due-job.ts';
import type { GiveRows, WorkStore } from './work-store.ts';

export interface GiveRowsOptions<Tx> {
  readonly kind: Pick<WorkKind<Tx, unknown, unknown>, 'keep'>;
  readonly store: Pick<WorkStore<Tx>, 'addDue'>;
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: () => number;
}

/** Work that is in no rows is due at once, unless it was stored meanwhile: then it has them, or has come to its end. */
export const giveRows =
  <Tx>({ kind, store, nowMs }: GiveRowsOptions<Tx>): GiveRows<Tx> =>
  async (tx, works, abandoned = 0) => {
    const isNew = (await kind.keep?.(tx, works)) ?? new Set();
    const dueAtMs = Math.floor(nowMs());
    await store.addDue(tx, works.filter(({ id }) => isNew.has(id)).map(dueOf));

    function dueOf({ lane, id, environmentId, memberId, createdAtMs }: OwedWork) {
      return {
        lane,
        rank: 1 as const,
        dueAtMs,
        id,
        environmentId,
        memberId,
        createdAtMs,
        attempt: 0,
        abandoned,
      };
    }
  };
