import { topics } from '@loyalty/contracts';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import {
  type Database,
  onlyRow,
  type Queryable,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import { findEnvironment } from './tenants.ts';

/** RUNNING: everything is published. PARKED: Kafka does not take its records (D354). ENDED: it was disabled. */
export type StreamOutState = 'RUNNING' | 'PARKED' | 'ENDED';

/** A topic on which a tenant reads what happened in an environment. Times are in ISO 8601. */
export interface StreamOut {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly topic: string;
  readonly state: StreamOutState;
  /** Everything that was decided later is in the topic; exports have the rest. */
  readonly since: string;
  /** True if records name members by their references, too. */
  readonly memberRefs: boolean;
  readonly updatedAt: string;
  /** Null unless it has ended. */
  readonly endedAt: string | null;
}

export type ChangeStreamOutResult =
  | { readonly outcome: 'changed'; readonly stream: StreamOut; readonly before: StreamOut | null }
  | { readonly outcome: 'unchanged'; readonly stream: StreamOut }
  | {
      readonly outcome: 'refused';
      readonly reason: 'ENVIRONMENT_NOT_FOUND' | 'TOO_MANY_STREAMS' | 'NO_STREAM_OUT' | 'OLDER_PROCESS';
    };

interface StreamOutName {
  readonly tenantId: string;
  readonly mode: Mode;
}

/** The maximum number of streams out in one database that have not ended, of 12 partitions each (D350). */
export const streamOutsMax = 300;

/** Builds before make no records of facts, and facts without a source. */
const streamOutsVersion = 9;

const prefix = `${topics.events}.`;

/** Returns `loyalty.events.<tenantId>.<live|test>`, with the id in lower case. */
export const streamOutTopicOf = ({ tenantId, mode }: StreamOutName): string =>
  `${prefix}${tenantId.toLowerCase()}.${mode}`;

export const isStreamOutTopic = (topic: string): boolean => topic.startsWith(prefix);

/**
 * Enables a stream, also one that has ended. A repetition changes nothing, apart from `memberRefs`. The 301st is
 * refused, also if several are enabled at once. The caller has created the topic.
 */
export const enableStreamOut = (
  db: Database,
  name: StreamOutName & Pick<StreamOut, 'memberRefs'>,
): Promise<ChangeStreamOutResult> =>
  change(db, name, async (tx, { environmentId, before }) => {
    const { memberRefs } = name;
    if (before !== null && before.state !== 'ENDED') {
      if (before.memberRefs === memberRefs) return null;
      await tx.query(
        'UPDATE stream_outs SET member_refs = $2, updated_at = now() WHERE environment_id = $1',
        [environmentId, memberRefs],
      );
      return 'stored';
    }
    const refusal = await findRefusal(tx);
    if (refusal !== null) return { refused: refusal };
    await tx.query(
      `INSERT INTO stream_outs (environment_id, topic, state, member_refs) VALUES ($1, $2, 'RUNNING', $3)
       ON CONFLICT (environment_id) DO UPDATE
         SET state = 'RUNNING', since = now(), member_refs = EXCLUDED.member_refs, updated_at = now(), ended_at = NULL`,
      [environmentId, streamOutTopicOf(name), memberRefs],
    );
    return 'stored';
  });

/** Why no further stream may be enabled; null if one may. The answer holds while the table is locked. */
export const findRefusal = async (
  db: Queryable,
): Promise<Extract<ChangeStreamOutResult, { outcome: 'refused' }>['reason'] | null> => {
  const known = await readOldestRulesVersion(db);
  if (known !== null && known < streamOutsVersion) return 'OLDER_PROCESS';
  const { count } = onlyRow(
    await db.query<{ count: number }>(`SELECT count(*) AS count FROM stream_outs WHERE state <> 'ENDED'`),
    'stream_outs',
  );
  return count >= streamOutsMax ? 'TOO_MANY_STREAMS' : null;
};

/** Begins a parked stream again, with a new `since`. A running one is left as it is. */
export const resumeStreamOut = (db: Database, name: StreamOutName): Promise<ChangeStreamOutResult> =>
  change(db, name, async (tx, { environmentId, before }) => {
    if (before === null || before.state === 'ENDED') return { refused: 'NO_STREAM_OUT' };
    if (before.state === 'RUNNING') return null;
    await tx.query(
      `UPDATE stream_outs SET state = 'RUNNING', since = now(), updated_at = now() WHERE environment_id = $1`,
      [environmentId],
    );
    return 'stored';
  });

/** Ends a stream. The topic stays, until its records have expired. */
export const endStreamOut = (db: Database, name: StreamOutName): Promise<ChangeStreamOutResult> =>
  change(db, name, async (tx, { environmentId, before }) => {
    if (before === null) return { refused: 'NO_STREAM_OUT' };
    if (before.state === 'ENDED') return null;
    await tx.query(
      `UPDATE stream_outs SET state = 'ENDED', ended_at = now(), updated_at = now() WHERE environment_id = $1`,
      [environmentId],
    );
    return 'stored';
  });

/** Parks the stream of a topic that is gone: nothing is made for it until it is resumed (D354). */
export const parkStreamOut = (db: Database, topic: string): Promise<boolean> =>
  writeTransaction(db, async (tx) => {
    const [parked] = await tx.query<{ environmentId: EnvironmentId }>(
      `UPDATE stream_outs SET state = 'PARKED', updated_at = now() WHERE topic = $1 AND state = 'RUNNING'
       RETURNING environment_id AS "environmentId"`,
      [topic],
    );
    if (parked === undefined) return false;
    await raiseConfigVersion(tx, parked.environmentId, 'settings');
    return true;
  });

type Stored =
  'stored' | { readonly refused: Extract<ChangeStreamOutResult, { outcome: 'refused' }>['reason'] };

/** Engines and the dispatcher read settings, so its version makes them read the stream, too. */
const change = (
  db: Database,
  name: StreamOutName,
  store: (
    tx: Transaction,
    found: { readonly environmentId: EnvironmentId; readonly before: StreamOut | null },
  ) => Promise<Stored | null>,
): Promise<ChangeStreamOutResult> =>
  writeTransaction(db, async (tx) => {
    // One at a time, so that the count holds until the row is stored. Readers do not wait.
    await tx.query('LOCK TABLE stream_outs IN SHARE ROW EXCLUSIVE MODE');
    const environment = await findEnvironment(tx, name.tenantId, name.mode);
    if (environment === null) return { outcome: 'refused', reason: 'ENVIRONMENT_NOT_FOUND' };
    const { environmentId } = environment;
    const before = await findStreamOut(tx, environmentId);
    const stored = await store(tx, { environmentId, before });
    if (stored !== null && stored !== 'stored') return { outcome: 'refused', reason: stored.refused };
    const after = await findStreamOut(tx, environmentId);
    if (after === null) return { outcome: 'refused', reason: 'NO_STREAM_OUT' };
    if (stored === null) return { outcome: 'unchanged', stream: after };
    await raiseConfigVersion(tx, environmentId, 'settings');
    return { outcome: 'changed', stream: after, before };
  });

interface StreamOutRow extends Omit<StreamOut, 'since' | 'updatedAt' | 'endedAt'> {
  readonly since: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
}

const selectStreams = `
  SELECT s.environment_id AS "environmentId", e.tenant_id AS "tenantId", e.mode, s.topic, s.state, s.since,
         s.member_refs AS "memberRefs", s.updated_at AS "updatedAt", s.ended_at AS "endedAt"
    FROM stream_outs s JOIN environments e ON e.id = s.environment_id`;

const streamOf = ({ since, updatedAt, endedAt, ...row }: StreamOutRow): StreamOut => ({
  ...row,
  since: since.toISOString(),
  updatedAt: updatedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

/** Returns the environment's stream, also one that has ended; null if it never had one. */
export const findStreamOut = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<StreamOut | null> => {
  const [row] = await db.query<StreamOutRow>(`${selectStreams} WHERE s.environment_id = $1`, [environmentId]);
  return row === undefined ? null : streamOf(row);
};

/** Lists streams, oldest first, also those that have ended. */
export const listStreamOuts = async (db: Queryable): Promise<StreamOut[]> =>
  (await db.query<StreamOutRow>(`${selectStreams} ORDER BY s.since, s.topic`)).map(streamOf);

const countStatement: Statement = {
  name: 'stream-outs-count',
  text: `SELECT (count(*) FILTER (WHERE state = 'RUNNING'))::int AS "RUNNING",
                (count(*) FILTER (WHERE state = 'PARKED'))::int AS "PARKED" FROM stream_outs`,
};

/** Counts the streams that have not ended, of the whole database. */
export const countStreamOuts = async (
  db: Queryable,
): Promise<Readonly<Record<Exclude<StreamOutState, 'ENDED'>, number>>> =>
  onlyRow(await db.query<Record<Exclude<StreamOutState, 'ENDED'>, number>>(countStatement), 'stream_outs');

/** The stream as the dispatcher needs it. */
export interface RunningStreamOut {
  readonly topic: string;
  readonly memberRefs: boolean;
}

/** SQL for the {@link RunningStreamOut} of an environment as JSON; null if it has none. */
export const runningStreamOutSql = (environmentId: string): string =>
  `(SELECT json_build_object('topic', s.topic, 'memberRefs', s.member_refs) FROM stream_outs s
     WHERE s.environment_id = ${environmentId} AND s.state = 'RUNNING')`;
