import { Fault } from '@loyalty/kernel';
import { onlyRow, type Queryable } from './sql/database.ts';

/** The rules by which a database orders text without a collation of its own. */
export interface TextLocale {
  /** A name in the form `icu en-ZA`. */
  readonly name: string;
  /** The version of the library with which the locale was created; null if none is kept. */
  readonly version: string | null;
  /** The version of the library that the server has now. */
  readonly present: string | null;
}

/**
 * SQL. Bytes of UTF-8 stand in the order of code points. Postgres keeps no version of `C.UTF-8` of libc either, because
 * no release of a library changes it.
 */
const isByBytes = (provider: string, locale: string): string =>
  `(${provider} = 'b' OR (${provider} = 'c' AND ${locale} ~* '^(C|POSIX|C\\.UTF-?8)$'))`;

/** An SQL expression for whether the collation `l`, in the database `d`, compares bytes. */
export const comparesBytes = `CASE l.collprovider WHEN 'd' THEN ${isByBytes('d.datlocprovider', 'd.datcollate')}
                                   ELSE ${isByBytes('l.collprovider', 'l.collcollate')} END`;

const localeText = `
  SELECT concat_ws(' ', CASE d.datlocprovider WHEN 'i' THEN 'icu' WHEN 'c' THEN 'libc' END, coalesce(d.datlocale, d.datcollate)) AS name,
         d.datcollversion AS version, pg_database_collation_actual_version(d.oid) AS present,
         ${isByBytes('d.datlocprovider', 'd.datcollate')} AS "isByBytes"
    FROM pg_database d WHERE d.datname = current_database()`;

/** Reads the locale of the database; returns null if the database compares bytes itself. */
export const readTextLocale = async (db: Queryable): Promise<TextLocale | null> => {
  const rows = await db.query<TextLocale & { readonly isByBytes: boolean }>(localeText);
  const { isByBytes: isNone, name, version, present } = onlyRow(rows, 'pg_database');
  return isNone ? null : { name, version, present };
};

/** A table with columns that are compared by the locale. */
export interface LocaleTable {
  readonly name: string;
  /** The clauses of ALTER TABLE. */
  readonly changes: string;
  /** True if the table is partitioned by such a column, which Postgres cannot change. */
  readonly isKeyOfPartitions: boolean;
  /** The size with indexes and partitions. */
  readonly bytes: number;
  readonly hasRows: boolean;
}

const tablesText = `
  WITH found AS MATERIALIZED (
    SELECT c.oid, coalesce(bool_or(a.attnum = ANY (p.partattrs)), false) AS is_key,
           string_agg(format('ALTER COLUMN %I TYPE %s COLLATE pg_catalog."C"', a.attname, format_type(a.atttypid, a.atttypmod)),
                      ', ' ORDER BY a.attnum) AS changes
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_collation l ON l.oid = a.attcollation
      JOIN pg_database d ON d.datname = current_database()
      LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
       AND NOT ${comparesBytes}
     GROUP BY c.oid)
  SELECT f.oid::regclass::text AS name, f.changes, f.is_key AS "isKeyOfPartitions", sizes.bytes, sizes."hasRows"
    FROM found f CROSS JOIN LATERAL (
      SELECT sum(pg_total_relation_size(t.id))::float8 AS bytes, sum(pg_relation_size(t.id)) > 0 AS "hasRows"
        FROM (SELECT relid::oid AS id FROM pg_partition_tree(f.oid) UNION SELECT f.oid) AS t) AS sizes
   ORDER BY f.oid`;

/** Reads the tables that follow the locale. There are none if {@link readTextLocale} returns null. */
export const readLocaleTables = (db: Queryable): Promise<LocaleTable[]> => db.query<LocaleTable>(tablesText);

/** Rebuilt within a second or so, while tills wait. */
const rebuiltBesideServicesMax = 64 * 1024 ** 2;

/** Throws a Fault `TEXT_ORDER` if changing one of the tables would take longer than a till waits. */
export const refuseLargeTables = (locale: TextLocale, tables: readonly LocaleTable[]): void => {
  const [largest] = tables
    .filter(({ bytes }) => bytes > rebuiltBesideServicesMax)
    .toSorted((one, other) => other.bytes - one.bytes);
  if (largest === undefined) return;
  throw new Fault(
    'TEXT_ORDER',
    `This database orders text by ${locale.name}: a release of the server's libraries may change that order, and then ` +
      `references that were used count again. ${tables.length.toString()} tables hold such text, of which ${largest.name} ` +
      `has ${Math.ceil(largest.bytes / 1024 ** 2).toString()} MiB. Stop every service and run ` +
      '«loyaltyctl migrate --text-by-bytes», or restore a dump into a database that is made with LOCALE C ' +
      '(docs/runbooks/text-order.md).',
  );
};

/**
 * Changes a table's columns to compare bytes, in the caller's transaction. It rewrites no row, but checks
 * constraints and rebuilds the indexes on the changed columns. If a unique index cannot be built, the error
 * names a key that exists twice.
 */
export const orderByBytes = async (tx: Queryable, table: LocaleTable): Promise<void> => {
  const { name, changes, isKeyOfPartitions, hasRows } = table;
  if (hasRows) await tx.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  const statistics = await readTexts(tx, statisticsText, name);
  if (isKeyOfPartitions) await moveToNewKey(tx, table);
  else await tx.query(`ALTER TABLE ${name} ${changes}`);
  for (const statement of statistics) await tx.query(statement);
  // A change of type takes the statistics of its column away.
  if (hasRows) await tx.query(`ANALYZE ${name}`);
};

const readTexts = async (db: Queryable, text: string, table: string): Promise<string[]> =>
  (await db.query<{ text: string }>(text, [table])).map((row) => row.text);

/** A rebuilt index, and a table that is made again, have none: ANALYZE would keep samples of what is about people. */
const statisticsText = `
  WITH tables AS (SELECT $1::regclass::oid AS id UNION SELECT relid::oid FROM pg_partition_tree($1::regclass))
  SELECT format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', a.attrelid::regclass, a.attnum, a.attstattarget) AS text
    FROM pg_index x JOIN pg_attribute a ON a.attrelid = x.indexrelid
   WHERE x.indrelid IN (SELECT id FROM tables) AND a.attstattarget >= 0
  UNION ALL
  SELECT format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STATISTICS %s', a.attrelid::regclass, a.attname, a.attstattarget)
    FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND a.attstattarget >= 0`;

/**
 * Makes the table again above its partitions, which keep their rows: a hash of bytes is the same under any collation.
 * Postgres reads each row once, to see that it fits its partition.
 */
const moveToNewKey = async (tx: Queryable, { name, changes }: LocaleTable): Promise<void> => {
  await tx.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  const [{ key } = { key: '' }] = await tx.query<{ key: string }>(
    'SELECT pg_get_partkeydef($1::regclass) AS key',
    [name],
  );
  const parts = await tx.query<{ part: string; bound: string }>(partsText, [name]);
  const rest = await readTexts(tx, belongingsText, name);
  await tx.query(`CREATE TABLE text_order_columns (LIKE ${name} INCLUDING ALL EXCLUDING INDEXES)`);
  await tx.query(`ALTER TABLE text_order_columns ${changes}`);
  await tx.query(`CREATE TABLE text_order_table (LIKE text_order_columns INCLUDING ALL) PARTITION BY ${key}`);
  await tx.query('DROP TABLE text_order_columns');
  for (const { part, bound } of parts) {
    await tx.query(`ALTER TABLE ${name} DETACH PARTITION ${part}`);
    await tx.query(`ALTER TABLE ${part} ${changes}`);
    await tx.query(`ALTER TABLE text_order_table ATTACH PARTITION ${part} ${bound}`);
  }
  await tx.query(`DROP TABLE ${name}`);
  await tx.query(`ALTER TABLE text_order_table RENAME TO ${name}`);
  for (const statement of rest) await tx.query(statement);
};

const partsText = `
  SELECT c.oid::regclass::text AS part, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass ORDER BY c.oid`;

/** Its indexes take those of the partitions, so nothing is built. */
const belongingsText = `
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS text
    FROM pg_constraint k WHERE k.conrelid = $1::regclass AND k.contype IN ('p', 'u')
  UNION ALL
  SELECT replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ')
    FROM pg_index x WHERE x.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid)
  UNION ALL
  SELECT format('COMMENT ON TABLE %s IS %L', $1::regclass, obj_description($1::regclass, 'pg_class'))
  UNION ALL
  SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, pg_get_userbyid(c.relowner))
    FROM pg_class c WHERE c.oid = $1::regclass AND c.relowner <> current_user::regrole
  UNION ALL
  SELECT format('GRANT %s ON %s TO %s', g.privilege_type, c.oid::regclass,
                CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END)
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS g
   WHERE c.oid = $1::regclass AND g.grantee <> c.relowner`;
