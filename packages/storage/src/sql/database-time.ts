import { onlyRow, type Queryable, type Statement } from './database.ts';

const statement: Statement = {
  name: 'database-time',
  text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"',
};

/** Returns the database's time when this statement runs, in milliseconds since the epoch. */
export const readDatabaseTime = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ nowMs: number }>(statement), 'the time').nowMs;
