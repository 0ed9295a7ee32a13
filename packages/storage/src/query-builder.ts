import knex, { type Knex } from 'knex';
import type { Queryable } from './database.ts';

export type { Knex } from 'knex';

/** Builds SQL for management queries whose form depends on their filters. It has no connection. */
export const sql: Knex = knex({ client: 'pg' });

/** Runs a built query on the database or in a transaction. */
export const runBuilt = <Row>(db: Queryable, builder: Knex.QueryBuilder): Promise<Row[]> => {
  const { sql: text, bindings } = builder.toSQL().toNative();
  return db.query<Row>(text, bindings);
};
