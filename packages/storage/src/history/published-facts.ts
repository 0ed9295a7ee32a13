import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from '../sql/database.ts';
import { rowArrays } from '../sql/row-arrays.ts';

export interface PublishedFact {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly tenantId: string | null;
  readonly type: string;
  readonly occurredAtMs: number;
  readonly ledgerSeq: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * The key of its record, if it was read from a log. A fact about a member has the member key in base64url.
   */
  readonly key?: string;
}

/** The outcome of a ghost. The comments on the columns of `history_ghosts` define each one. */
export type GhostOutcome = 'HAPPENED' | 'DIFFERS' | 'TOLD_AGAIN' | 'CLOSED';

const ghostRows = rowArrays<{ readonly fact: PublishedFact; readonly outcome: GhostOutcome | null }>(
  (fields, rows) => [
    ['fact_id', 'uuid', rows.map(({ fact }) => fact.id)],
    ['environment_id', 'int', rows.map(({ fact }) => fact.environmentId)],
    ['type', 'text', rows.map(({ fact }) => fact.type)],
    ['at', 'bigint', rows.map(({ fact }) => fact.occurredAtMs)],
    ['ledger_seq', 'bigint', rows.map(({ fact }) => fact.ledgerSeq)],
    ['data', 'jsonb', rows.map(({ fact }) => JSON.stringify(fact.data))],
    ...fields('outcome text'),
    ['tenant_id', 'uuid', rows.map(({ fact }) => fact.tenantId)],
  ],
).from(2);
const insertStatement: Statement = {
  name: 'history-ghosts-insert',
  text: `INSERT INTO history_ghosts (fact_id, epoch, environment_id, type, occurred_at, ledger_seq, data, outcome, settled_at,
                                     tenant_id)
         SELECT fact_id, $1, environment_id, type, to_timestamp(at / 1000.0), ledger_seq, data, outcome,
                CASE WHEN outcome IS NOT NULL THEN clock_timestamp() END, tenant_id
           FROM ${ghostRows.as('g')}
             ON CONFLICT DO NOTHING`,
};

/** Inserts ghosts. One that is stored already stays unchanged. */
export const insertGhosts = async (
  db: Queryable,
  epoch: string,
  ghosts: readonly { readonly fact: PublishedFact; readonly outcome: GhostOutcome | null }[],
): Promise<void> => {
  if (ghosts.length > 0) await db.query(insertStatement, [epoch, ...ghostRows.valuesOf(ghosts)]);
};

const columns = `fact_id AS id, environment_id AS "environmentId", tenant_id AS "tenantId", type,
                 (extract(epoch FROM occurred_at) * 1000)::bigint AS "occurredAtMs", ledger_seq AS "ledgerSeq", data`;

export interface Ghost extends PublishedFact {
  readonly epoch: string;
  readonly outcome: GhostOutcome | null;
}

const openStatement: Statement = {
  name: 'history-ghosts-open',
  text: `SELECT ${columns}, epoch, outcome FROM history_ghosts
          WHERE settled_at IS NULL AND (fact_id, epoch) > ($1::uuid, $2::uuid) ORDER BY fact_id, epoch LIMIT $3`,
};

export const readOpenGhosts = (
  db: Queryable,
  { after, limit }: { readonly after: Pick<Ghost, 'id' | 'epoch'> | null; readonly limit: number },
): Promise<Ghost[]> => db.query<Ghost>(openStatement, [after?.id ?? uuidMin, after?.epoch ?? uuidMin, limit]);

const settledRows = rowArrays<Pick<Ghost, 'id' | 'epoch'> & { readonly outcome: GhostOutcome }>(
  (fields, rows) => [['fact_id', 'uuid', rows.map(({ id }) => id)], ...fields('epoch uuid', 'outcome text')],
);
const settleStatement: Statement = {
  name: 'history-ghosts-settle',
  text: `UPDATE history_ghosts AS g SET outcome = s.outcome, settled_at = clock_timestamp()
           FROM ${settledRows.as('s')}
          WHERE (g.fact_id, g.epoch) = (s.fact_id, s.epoch) AND g.settled_at IS NULL`,
};

export const settleGhosts = async (
  db: Queryable,
  settled: readonly (Pick<Ghost, 'id' | 'epoch'> & { readonly outcome: GhostOutcome })[],
): Promise<void> => {
  if (settled.length > 0) await db.query(settleStatement, settledRows.valuesOf(settled));
};

const listStatement: Statement = {
  name: 'history-ghosts-list',
  text: `SELECT ${columns}, epoch, outcome FROM history_ghosts
          WHERE epoch = $1 AND outcome IS DISTINCT FROM 'HAPPENED' ORDER BY fact_id`,
};

/** Lists the ghosts of an epoch, without facts that happened again unchanged. */
export const listGhosts = (db: Queryable, epoch: string): Promise<Ghost[]> =>
  db.query<Ghost>(listStatement, [epoch]);

const scannedStatement: Statement = {
  name: 'history-scans-insert',
  text: `INSERT INTO history_scans (epoch, facts, is_complete) SELECT epoch, $1, $2 FROM database_epochs ON CONFLICT (epoch) DO NOTHING`,
};

export const noteScan = async (
  db: Queryable,
  { facts, isComplete }: { readonly facts: number; readonly isComplete: boolean },
): Promise<void> => {
  await db.query(scannedStatement, [facts, isComplete]);
};

const publishedStatement: Statement = {
  name: 'history-ghosts-published',
  // Ten seconds after an epoch was opened, nothing waits for its ghosts any longer.
  text: `SELECT NOT EXISTS (SELECT FROM database_epochs e LEFT JOIN history_scans s USING (epoch)
                             WHERE s.epoch IS NULL AND e.opened_at > clock_timestamp() - interval '10 seconds') AS "isKnown",
                ARRAY(SELECT fact_id::text FROM history_ghosts WHERE fact_id = ANY($1::uuid[])) AS ids`,
};

/** Reads the ids that were published and were unknown to the database when an epoch was raised. */
export const readPublishedIds = async (
  db: Queryable,
  factIds: readonly string[],
): Promise<{
  /** False while facts from before an epoch are still being compared. */
  readonly isKnown: boolean;
  readonly ids: ReadonlySet<string>;
}> => {
  const rows = await db.query<{ isKnown: boolean; ids: string[] }>(publishedStatement, [factIds]);
  const { isKnown, ids } = onlyRow(rows, 'what is known of a history');
  return { isKnown, ids: new Set(ids) };
};
