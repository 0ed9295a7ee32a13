import type { Queryable, Statement } from './database.ts';

const writeStatement: Statement = {
  name: 'witness-write',
  text: `INSERT INTO witness_writes AS w (owner, written_at) VALUES ($1, clock_timestamp())
         ON CONFLICT (owner) DO UPDATE SET written_at = EXCLUDED.written_at`,
};

/** Writes one small row of this process in a transaction of its own. Throws when the database does not take it. */
export const writeWitness = async (db: Queryable, owner: number): Promise<void> => {
  await db.query(writeStatement, [owner]);
};

/** Deletes the rows of processes that ended long ago. */
export const purgeWitnesses = async (db: Queryable): Promise<void> => {
  await db.query("DELETE FROM witness_writes WHERE written_at < now() - interval '1 day'");
};
