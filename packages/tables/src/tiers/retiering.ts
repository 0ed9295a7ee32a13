import type { EnvironmentId } from '@loyalty/kernel';
import { readJobCheckpoint } from '@loyalty/jobs';
import type { Queryable } from '@loyalty/storage';
import { retierJobName, type RetierCursor } from './retier-cursor.ts';
import { readStoredRetiering, type RetieringResult, type StoredRetiering } from './retierings.ts';

/** The progress of re-tiering, as the interface shows it; instants are ISO 8601. */
export interface Retiering {
  readonly state: 'IDLE' | 'QUEUED' | 'RUNNING';
  readonly membersTotal: number;
  readonly scanned: number;
  readonly changed: number;
  readonly rewardsRequested: number;
  readonly wantedAt: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

type Progress = Pick<
  RetierCursor,
  'membersTotal' | 'scanned' | 'changed' | 'rewardsRequested' | 'startedAtMs'
>;

/** Returns the running run, or else the newest one. */
export const readRetiering = async (db: Queryable, environmentId: EnvironmentId): Promise<Retiering> => {
  const state = await readStoredRetiering(db, environmentId);
  const running = await readJobCheckpoint(db, { name: retierJobName, environmentId });
  // Only the job writes its cursor.
  if (running !== null && !running.isFinished && running.cursor !== null)
    return shown('RUNNING', state, running.cursor as RetierCursor);
  const result = state?.result ?? null;
  return shown(state?.isPending === true ? 'QUEUED' : 'IDLE', state, result);
};

const noProgress: Partial<Progress> & { readonly finishedAtMs?: number } = {};

const shown = (
  state: Retiering['state'],
  asked: StoredRetiering | null,
  progress: Progress | RetieringResult | null,
): Retiering => {
  const { startedAtMs, finishedAtMs, ...counts }: typeof noProgress = progress ?? noProgress;
  const { membersTotal = 0, scanned = 0, changed = 0, rewardsRequested = 0 } = counts;
  return {
    state,
    membersTotal: Math.max(membersTotal, scanned),
    scanned,
    changed,
    rewardsRequested,
    wantedAt: instantOf(asked?.wantedAtMs),
    startedAt: instantOf(startedAtMs),
    finishedAt: instantOf(finishedAtMs),
  };
};

const instantOf = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();
