import { onlyRow, type Queryable, type Statement } from './database.ts';

const statement: Statement = {
  name: 'utc-day',
  text: 'SELECT floor(extract(epoch FROM clock_timestamp()) / 86400)::int AS day',
};

/** Returns the present UTC day by the database's clock, in days since the epoch. */
export const readUtcDay = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ day: number }>(statement), 'the day').day;
