import { onlyRow, type Queryable, type Statement } from './database.ts';

/** A process that uses this database. */
export interface RunningProcess {
  readonly id: string;
  readonly service: string;
  /** The release of its build. */
  readonly version: string;
  /** The newest version of the rules that its build decides by. */
  readonly rulesVersion: number;
  /** The newest migration that its build knows. */
  readonly schema: string;
}

/** A {@link RunningProcess} as the database lists it. */
export interface ListedProcess extends RunningProcess {
  readonly startedAt: Date;
  readonly seenAt: Date;
}

const seeStatement: Statement = {
  name: 'process-see',
  text: `INSERT INTO processes (id, service, version, rules_version, schema) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
};

/** Notes that a process runs. It counts as running for 30 s. */
export const noteProcess = async (
  db: Queryable,
  { id, service, version, rulesVersion, schema }: RunningProcess,
): Promise<void> => {
  await db.query(seeStatement, [id, service, version, rulesVersion, schema]);
};

const forgetStatement: Statement = {
  name: 'process-forget',
  text: `DELETE FROM processes WHERE id = $1 OR seen_at < now() - interval '1 day'`,
};

/** Removes a process that stops, and those that were killed more than a day ago. */
export const forgetProcess = async (db: Queryable, id: string): Promise<void> => {
  await db.query(forgetStatement, [id]);
};

const listStatement: Statement = {
  name: 'process-list',
  text: `SELECT id, service, version, rules_version AS "rulesVersion", schema, started_at AS "startedAt", seen_at AS "seenAt"
           FROM processes
          WHERE seen_at > now() - interval '30 seconds'
          ORDER BY service, started_at, id`,
};

/** Lists the processes that were seen within the last 30 s. */
export const listProcesses = (db: Queryable): Promise<ListedProcess[]> => db.query(listStatement);

const oldestStatement: Statement = {
  name: 'process-oldest-rules',
  text: `SELECT min(rules_version) AS oldest FROM processes WHERE seen_at > now() - interval '30 seconds'`,
};

/** Returns the version of the rules that every running process knows; null while none runs. */
export const readOldestRulesVersion = async (db: Queryable): Promise<number | null> =>
  onlyRow(await db.query<{ readonly oldest: number | null }>(oldestStatement), 'a minimum').oldest;
