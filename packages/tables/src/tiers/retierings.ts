import { readJobCheckpoint } from '@loyalty/jobs/checkpoints';
import { type EnvironmentId, groupBy, type TierId } from '@loyalty/kernel';
import type { TierVersion } from '@loyalty/rules/tiers';
import {
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';

const askStatement: Statement = {
  name: 'tier-pass-ask',
  text: `INSERT INTO retierings AS p (environment_id, wanted) VALUES ($1, 1)
         ON CONFLICT (environment_id) DO UPDATE SET wanted = p.wanted + 1, wanted_at = now()`,
};

/** Requests a run. One that begins later sees what this transaction stores. */
export const requestRetiering = async (tx: Transaction, environmentId: EnvironmentId): Promise<void> => {
  await tx.query(askStatement, [environmentId]);
};

/**
 * Stores thresholds and requests the run, in the transaction that locked the tiers. The `granted` tiers
 * reward the members who enter them (D93).
 */
export const storeThresholds = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  granted: readonly TierId[],
): Promise<void> => {
  await addTierVersion(tx, environmentId, granted);
  await requestRetiering(tx, environmentId);
};

const pendingStatement: Statement = {
  name: 'tier-passes-pending',
  text: 'SELECT environment_id AS id FROM retierings WHERE wanted > done ORDER BY wanted_at, environment_id',
};

/** Reads the environments with pending requests, oldest first. */
export const readPendingRetierings = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, pendingStatement);

interface RetieringRequest {
  readonly serves: number;
  /** Sets tiers without announcements and rewards. */
  readonly isSilent: boolean;
  /** Checked by the newest run so far; 0 before the first. */
  readonly membersBefore: number;
}

const orderStatement: Statement = {
  name: 'tier-pass-order',
  text: `SELECT wanted AS serves, is_silent AS "isSilent", coalesce((result ->> 'scanned')::bigint, 0) AS "membersBefore"
           FROM retierings WHERE environment_id = $1`,
};

export const readRetieringRequest = async (
  tx: Queryable,
  environmentId: EnvironmentId,
): Promise<RetieringRequest> =>
  onlyRow(await tx.query<RetieringRequest>(orderStatement, [environmentId]), 'retierings');

interface RetieringResult {
  readonly membersTotal: number;
  readonly scanned: number;
  readonly changed: number;
  readonly rewardsRequested: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** Nobody announces a threshold that a member crossed during the silent run, so another run follows. */
const finishStatement: Statement = {
  name: 'tier-pass-finish',
  text: `UPDATE retierings
            SET done = $2, result = $3, is_silent = false, wanted = CASE WHEN is_silent THEN wanted + 1 ELSE wanted END
          WHERE environment_id = $1`,
};

/** Finishes a run. Requests that were made in the meantime stay pending. */
export const finishRetiering = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { serves, result }: { readonly serves: number; readonly result: RetieringResult },
): Promise<void> => {
  await tx.query(finishStatement, [environmentId, serves, JSON.stringify(result)]);
};

const silentStatement: Statement = {
  name: 'tier-passes-silent',
  text: 'SELECT environment_id AS id FROM retierings WHERE is_silent AND environment_id = ANY ($1::int[])',
};

/** Reads environments whose tiers were never set, and so were not announced yet. */
export const readSilentEnvironments = (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<EnvironmentId[]> => readEnvironments(db, silentStatement, [environmentIds]);

interface StoredRetiering {
  readonly isPending: boolean;
  readonly wantedAtMs: number;
  readonly result: RetieringResult | null;
}

const stateStatement: Statement = {
  name: 'tier-pass-state',
  text: `SELECT wanted > done AS "isPending", (extract(epoch FROM wanted_at) * 1000)::bigint AS "wantedAtMs", result
           FROM retierings WHERE environment_id = $1`,
};

/** Returns null if no run was ever requested. */
const readStoredRetiering = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<StoredRetiering | null> => {
  const [row] = await db.query<StoredRetiering>(stateStatement, [environmentId]);
  return row ?? null;
};

/** The name of the job, whose progress is in `jobs`. */
export const retierJobName = 'retier';

/** The cursor of the job. */
export interface RetierCursor extends Pick<RetieringRequest, 'serves' | 'isSilent'> {
  /** The last id that was checked; null before the first one. */
  readonly afterId: string | null;
  /** The approximate number of members: at most 100,000 are counted at the start. */
  readonly membersTotal: number;
  readonly scanned: number;
  readonly changed: number;
  readonly rewardsRequested: number;
  readonly startedAtMs: number;
}

/** This is a retiering as the interface shows it; instants are ISO 8601. */
interface Retiering {
  readonly state: 'IDLE' | 'QUEUED' | 'RUNNING';
  readonly membersTotal: number;
  readonly scanned: number;
  readonly changed: number;
  readonly rewardsRequested: number;
  readonly wantedAt: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

type RetieringProgress = Pick<
  RetierCursor,
  'membersTotal' | 'scanned' | 'changed' | 'rewardsRequested' | 'startedAtMs'
>;

/** Reads the running re-tiering, or else the newest one. */
export const readRetiering = async (db: Queryable, environmentId: EnvironmentId): Promise<Retiering> => {
  const state = await readStoredRetiering(db, environmentId);
  const running = await readJobCheckpoint(db, { name: retierJobName, environmentId });
  // Only the job writes its cursor.
  if (running !== null && !running.isFinished && running.cursor !== null)
    return shown('RUNNING', state, running.cursor as RetierCursor);
  const result = state?.result ?? null;
  return shown(state?.isPending === true ? 'QUEUED' : 'IDLE', state, result);
};

const noProgress: Partial<RetieringProgress> & { readonly finishedAtMs?: number } = {};

const shown = (
  state: Retiering['state'],
  asked: StoredRetiering | null,
  progress: RetieringProgress | RetieringResult | null,
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

/** Members are checked within seconds of a change, and all of them by its run. */
const versionsKept = 32;

/** Adds the version of the change itself, unless a change that began later was stored meanwhile. */
const addStatement: Statement = {
  name: 'tier-version-add',
  text: `INSERT INTO tier_versions (environment_id, number, changed_at, tier_ids, min_lifetime_points, granted_tier_ids)
         SELECT $1, coalesce(newest.number, 0) + 1, greatest(now(), newest.changed_at + interval '1 ms'), present.ids, present.mins,
                $2::uuid[]
           FROM (SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(min_lifetime_points), '{}') AS mins
                   FROM tiers WHERE environment_id = $1) AS present
           LEFT JOIN (SELECT number, changed_at FROM tier_versions
                       WHERE environment_id = $1 ORDER BY number DESC LIMIT 1) AS newest ON true
         RETURNING number`,
};

const dropStatement: Statement = {
  name: 'tier-versions-drop',
  text: 'DELETE FROM tier_versions WHERE environment_id = $1 AND number <= $2',
};

/**
 * Runs in the transaction that changed and locked them. `granted` tiers reward members who enter by it (D93).
 */
const addTierVersion = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  granted: readonly TierId[],
): Promise<void> => {
  const [added] = await tx.query<{ number: number }>(addStatement, [environmentId, granted]);
  await tx.query(dropStatement, [environmentId, (added?.number ?? 0) - versionsKept]);
};

const readStatement: Statement = {
  name: 'tier-versions',
  text: `SELECT environment_id AS "environmentId", (extract(epoch FROM changed_at) * 1000)::bigint AS "sinceMs",
                tier_ids AS "tierIds", to_jsonb(min_lifetime_points) AS "minLifetimePoints", granted_tier_ids AS "grantedTierIds"
           FROM tier_versions WHERE environment_id = ANY ($1::int[]) ORDER BY environment_id, number`,
};

interface TierVersionRow extends Pick<TierVersion, 'sinceMs' | 'grantedTierIds'> {
  readonly environmentId: EnvironmentId;
  readonly tierIds: readonly TierId[];
  readonly minLifetimePoints: readonly number[];
}

/** Reads the versions, oldest first. An environment that never had a tier has none. */
export const readTierVersions = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, readonly TierVersion[]>> => {
  const rows = await db.query<TierVersionRow>(readStatement, [environmentIds]);
  const byEnvironment = groupBy(rows, ({ environmentId }) => environmentId);
  return new Map([...byEnvironment].map(([environmentId, its]) => [environmentId, its.map(versionOf)]));
};

const versionOf = ({ sinceMs, tierIds, minLifetimePoints, grantedTierIds }: TierVersionRow): TierVersion => ({
  sinceMs,
  grantedTierIds,
  tiers: tierIds.map((id, n) => ({ id, minLifetimePoints: minLifetimePoints[n] ?? 0 })),
});
