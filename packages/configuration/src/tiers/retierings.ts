import type { EnvironmentId, TierId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { addTierVersion } from './tier-versions.ts';

const askStatement: Statement = {
  name: 'tier-pass-ask',
  text: `INSERT INTO retierings AS p (environment_id, wanted) VALUES ($1, 1)
         ON CONFLICT (environment_id) DO UPDATE SET wanted = p.wanted + 1, wanted_at = now()`,
};

/** Asks for a pass over the members of an environment. One that begins later sees what the transaction stores. */
export const requestRetiering = async (tx: Transaction, environmentId: EnvironmentId): Promise<void> => {
  await tx.query(askStatement, [environmentId]);
};

/**
 * Keeps thresholds that have changed, and asks for the pass that moves members by them, in the transaction of the change; it holds the
 * tiers. `granted` are tiers that are to give their rewards to whom the change brings there (D93).
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

/** Where a pass has been asked for that is not done, who waits longest first. */
export const readPendingRetierings = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(pendingStatement, [])).map(({ id }) => id);

/** What a pass that begins now is to do. */
export interface RetieringRequest {
  /** Which asking it serves. */
  readonly serves: number;
  /** Sets tiers without telling anybody, and without rewards. */
  readonly isSilent: boolean;
  /** How many members the newest pass has looked at; 0 before the first. */
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

/** What a pass came to. Instants are milliseconds since the epoch. */
export interface TierPassResult {
  readonly membersTotal: number;
  readonly scanned: number;
  readonly changed: number;
  readonly rewardsRequested: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** Who crossed a threshold while the silent pass was under way was told nothing by it nor by anybody else: another follows. */
const finishStatement: Statement = {
  name: 'tier-pass-finish',
  text: `UPDATE retierings
            SET done = $2, result = $3, is_silent = false, wanted = CASE WHEN is_silent THEN wanted + 1 ELSE wanted END
          WHERE environment_id = $1`,
};

/** Says that the asking was served; what was asked for meanwhile is left. */
export const finishRetiering = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { serves, result }: { readonly serves: number; readonly result: TierPassResult },
): Promise<void> => {
  await tx.query(finishStatement, [environmentId, serves, JSON.stringify(result)]);
};

const silentStatement: Statement = {
  name: 'tier-passes-silent',
  text: 'SELECT environment_id AS id FROM retierings WHERE is_silent AND environment_id = ANY ($1::int[])',
};

/** Those of these environments whose members' tiers were never set: nobody is to be told of them yet. */
export const readSilentEnvironments = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(silentStatement, [environmentIds])).map(({ id }) => id);

/** How the newest pass stands, as the tables of the programme tell it. */
export interface TierPassState {
  readonly isPending: boolean;
  /** Milliseconds since the epoch. */
  readonly wantedAtMs: number;
  readonly result: TierPassResult | null;
}

const stateStatement: Statement = {
  name: 'tier-pass-state',
  text: `SELECT wanted > done AS "isPending", (extract(epoch FROM wanted_at) * 1000)::bigint AS "wantedAtMs", result
           FROM retierings WHERE environment_id = $1`,
};

/** Null where no pass was ever asked for. */
export const readTierPassState = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<TierPassState | null> => {
  const [row] = await db.query<TierPassState>(stateStatement, [environmentId]);
  return row ?? null;
};
