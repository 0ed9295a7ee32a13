import type { EnvironmentId, TierId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { addTierVersion } from './tier-versions.ts';

const askStatement: Statement = {
  name: 'tier-pass-ask',
  text: `INSERT INTO retierings AS p (environment_id, wanted) VALUES ($1, 1)
         ON CONFLICT (environment_id) DO UPDATE SET wanted = p.wanted + 1, wanted_at = now()`,
};

/** Requests a run over the members of an environment. A run that begins later sees what this transaction stores. */
export const requestRetiering = async (tx: Transaction, environmentId: EnvironmentId): Promise<void> => {
  await tx.query(askStatement, [environmentId]);
};

/**
 * Stores changed thresholds and requests the run that applies them, in the transaction of the change, which has locked the tiers.
 * `granted` are tiers that give their rewards to members who enter them by this change (D93).
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

/** Returns the environments with pending runs, the oldest request first. */
export const readPendingRetierings = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(pendingStatement, [])).map(({ id }) => id);

/** The task of a run that begins now. */
export interface RetieringRequest {
  /** The number of the request that it serves. */
  readonly serves: number;
  /** True: it sets tiers without announcements and rewards. */
  readonly isSilent: boolean;
  /** The number of members that the newest run has checked; 0 before the first. */
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

/** The result of a run. Instants are milliseconds since the epoch. */
export interface RetieringResult {
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

/** Records that the request was served. Requests made meanwhile stay pending. */
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

/** Returns the environments whose members' tiers were never set: their tiers are not announced yet. */
export const readSilentEnvironments = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(silentStatement, [environmentIds])).map(({ id }) => id);

/** The state of the newest run, as the tables of the configuration show it. */
export interface StoredRetiering {
  readonly isPending: boolean;
  /** Milliseconds since the epoch. */
  readonly wantedAtMs: number;
  readonly result: RetieringResult | null;
}

const stateStatement: Statement = {
  name: 'tier-pass-state',
  text: `SELECT wanted > done AS "isPending", (extract(epoch FROM wanted_at) * 1000)::bigint AS "wantedAtMs", result
           FROM retierings WHERE environment_id = $1`,
};

/** Returns null when no run was ever requested. */
export const readStoredRetiering = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<StoredRetiering | null> => {
  const [row] = await db.query<StoredRetiering>(stateStatement, [environmentId]);
  return row ?? null;
};
