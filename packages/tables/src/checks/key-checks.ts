import { Fault, systemClock, textOf } from '@loyalty/kernel';
import { classifyFailure, type Database, onlyRow, type Queryable, type Transaction } from '@loyalty/storage';
import { comparesBytes, readTextLocale, type TextLocale } from '@loyalty/storage/text-order';
import type { InvariantFinding } from './invariant-checks.ts';

const examplesMax = 5;

const ordersText = 'text is compared by bytes, whatever libraries the server has';

/** Columns, indexes and keys of partitions that follow a locale, with the version that it had and the present one. */
const localeText = `
  WITH followed AS (
    SELECT l.oid, CASE l.collprovider WHEN 'd' THEN coalesce(d.datlocale, d.datcollate) ELSE l.collname END
                  || CASE WHEN v.stored IS DISTINCT FROM v.present THEN format(' (version %s, now %s)', v.stored, v.present) ELSE '' END AS name
      FROM pg_collation l JOIN pg_database d ON d.datname = current_database()
      CROSS JOIN LATERAL (
        SELECT CASE l.collprovider WHEN 'd' THEN d.datcollversion ELSE l.collversion END AS stored,
               CASE l.collprovider WHEN 'd' THEN pg_database_collation_actual_version(d.oid) ELSE pg_collation_actual_version(l.oid) END AS present) AS v
     WHERE NOT ${comparesBytes}),
  found AS (
    SELECT format('%s.%I follows %s', a.attrelid::regclass, a.attname, f.name) AS example
      FROM pg_attribute a JOIN followed f ON f.oid = a.attcollation JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT format('index %s follows %s', x.indexrelid::regclass, f.name)
      FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid CROSS JOIN LATERAL unnest(x.indcollation) AS k (id)
      JOIN followed f ON f.oid = k.id
     WHERE c.relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT format('partitions of %s follow %s', p.partrelid::regclass, f.name)
      FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid CROSS JOIN LATERAL unnest(p.partcollation) AS k (id)
      JOIN followed f ON f.oid = k.id
     WHERE c.relnamespace = current_schema()::regnamespace)
  SELECT (SELECT count(*) FROM found) AS violations,
         ARRAY(SELECT example FROM found ORDER BY example COLLATE "C" LIMIT ${examplesMax.toString()}) AS examples`;

/**
 * Checks the order of texts. A changed version of the database's own locale is also noted if nothing stored
 * follows it.
 */
export const checkTextOrder = async (db: Queryable): Promise<InvariantFinding> => {
  const rows = await db.query<Pick<InvariantFinding, 'violations' | 'examples'>>(localeText);
  const { violations, examples } = onlyRow(rows, 'the violations');
  const changed = changeOf(await readTextLocale(db));
  const finding = { invariant: 'I20', promise: ordersText, violations, examples };
  return changed === null ? finding : Object.assign(finding, { note: changed });
};

const changeOf = (locale: TextLocale | null): string | null =>
  locale === null || locale.version === locale.present
    ? null
    : `the collation of this database, ${locale.name}, had version ${locale.version ?? 'none'} and has ` +
      `${locale.present ?? 'none'}: run ALTER DATABASE … REFRESH COLLATION VERSION once nothing depends on it`;

/** Ten minutes for each of the two checks below: they begin at another index each time. */
const usualBudgetMs = 600_000;

interface KeyIndex {
  readonly oid: string;
  readonly name: string;
  /** The table, or the one of which it is a partition if the role may read that one alone. */
  readonly table: string;
  /** SQL of the columns and expressions that are unique. */
  readonly keys: string;
  readonly keyCount: number;
  /** SQL of the rows that the index has, of those in `table`. */
  readonly predicate: string;
  readonly isReadable: boolean;
}

const mayRead = (table: string): string => `
  coalesce((SELECT bool_and(has_column_privilege(${table}, a.attname, 'SELECT'))
              FROM pg_attribute a WHERE a.attrelid = x.indrelid AND a.attnum > 0 AND a.attnum = ANY (x.indkey::int2[])),
           has_table_privilege(${table}, 'SELECT'))`;

/**
 * B-trees with rows, by which a key is unique. Rights by column are given to the partitions that are there at a
 * deployment; one of a later day is read by its table, of which the planner reads nothing else.
 */
const indexesText = `
  SELECT x.indexrelid::text AS oid, x.indexrelid::regclass::text AS name,
         (CASE WHEN s.by_root THEN s.root ELSE x.indrelid END)::regclass::text AS "table",
         (SELECT string_agg(pg_get_indexdef(x.indexrelid, n, false), ', ' ORDER BY n) FROM generate_series(1, x.indnkeyatts) AS n) AS keys,
         x.indnkeyatts AS "keyCount",
         concat_ws(' AND ', format('(%s)', coalesce(pg_get_expr(x.indpred, x.indrelid), 'true')),
                   CASE WHEN s.by_root THEN format('(%s)', pg_get_partition_constraintdef(x.indrelid)) END) AS predicate,
         s.is_own OR s.by_root AS "isReadable"
    FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_am m ON m.oid = c.relam
    LEFT JOIN pg_partitioned_table p ON p.partrelid = pg_partition_root(x.indrelid) AND p.partstrat = 'r'
   CROSS JOIN LATERAL (SELECT ${mayRead('x.indrelid')} AS is_own, p.partrelid AS root) o
   CROSS JOIN LATERAL (
     SELECT o.is_own, o.root, NOT o.is_own AND o.root IS NOT NULL AND ${mayRead('o.root')} AS by_root) s
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND m.amname = 'btree'
     AND x.indisunique AND x.indisvalid AND x.indisready AND pg_relation_size(x.indrelid) > 0`;

/** Leaves out keys without text, because no library orders anything else. */
const withText = `AND EXISTS (SELECT FROM unnest(x.indcollation) AS k (id) WHERE k.id <> 0)`;

const keysText = 'no key exists twice, read without its index';

/**
 * Checks the uniqueness of keys by scanning each table, because an index that misses rows cannot mislead a
 * scan. It shows no key, because some are codes of rewards.
 */
export const checkKeys = async (db: Database, budgetMs = usualBudgetMs): Promise<InvariantFinding> => {
  const indexes = await db.query<KeyIndex>(`${indexesText} ${withText} ORDER BY random()`);
  const hidden = [...new Set(indexes.filter(({ isReadable }) => !isReadable).map(({ table }) => table))];
  const { found, notes } = await lookWithin(db, {
    items: indexes.filter(({ isReadable }) => isReadable),
    budgetMs,
    at: async (tx, index) => {
      const doubled = await countDoubled(tx, index);
      return doubled === 0 ? [] : [`${index.name}: ${doubled.toString()} keys`];
    },
  });
  if (hidden.length === 0) return findingOf(keysText, found, notes);
  const unread = `this role may not read ${hidden.toSorted().join(', ')}`;
  return { ...findingOf(keysText, found, [...notes, unread]), unmade: 'NO_RIGHT' };
};

const countDoubled = async (
  tx: Transaction,
  { table, keys, keyCount, predicate }: KeyIndex,
): Promise<number> => {
  await tx.query(
    `SELECT set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
            set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true)`,
  );
  const names = Array.from({ length: keyCount }, (_, n) => `k${n.toString()}`).join(', ');
  // The fence keeps the planner from the order of the index, for which Postgres 18 uses a disabled scan of a partition.
  const rows = await tx.query<{ doubled: number }>(
    `SELECT count(*) AS doubled FROM (
       SELECT FROM (SELECT ${keys} FROM ${table} WHERE ${predicate} OFFSET 0) AS read (${names})
        WHERE ROW (${names}) IS NOT NULL GROUP BY ${names} HAVING count(*) > 1) AS twice`,
  );
  return onlyRow(rows, 'doubled').doubled;
};

const amcheckText = `
  SELECT format('%I.bt_index_check', n.nspname) AS "function",
         has_function_privilege(format('%I.bt_index_check(regclass, boolean)', n.nspname), 'EXECUTE') AS "isAllowed"
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'amcheck'`;

const indexesPromise = 'unique indexes are intact, and have every row of their tables';

/** Checks indexes with amcheck, if it is installed and this role may call it; otherwise a note says so. */
export const checkIndexes = async (db: Database, budgetMs = usualBudgetMs): Promise<InvariantFinding> => {
  const [amcheck] = await db.query<{ function: string; isAllowed: boolean }>(amcheckText);
  if (amcheck === undefined)
    return {
      ...findingOf(indexesPromise, [], ['the extension amcheck is not installed']),
      unmade: 'NO_EXTENSION',
    };
  if (!amcheck.isAllowed)
    return {
      ...findingOf(indexesPromise, [], [`this role may not call ${amcheck.function}`]),
      unmade: 'NO_RIGHT',
    };
  const items = await db.query<KeyIndex>(`${indexesText} ORDER BY random()`);
  const { found, notes } = await lookWithin(db, {
    items,
    budgetMs,
    at: async (tx, { oid }) => {
      // An index that was dropped meanwhile gives no row.
      await tx.query(`SELECT ${amcheck.function}(c.oid, true) FROM pg_class c WHERE c.oid = $1::oid`, [oid]);
      return [];
    },
    onFailure: ({ name }, failure) => [`${name}: ${textOf(failure)}`],
  });
  return findingOf(indexesPromise, found, notes);
};

interface Look<Item> {
  readonly items: readonly Item[];
  readonly budgetMs: number;
  readonly at: (tx: Transaction, item: Item) => Promise<string[]>;
  /** Says what a failed statement means for the item; by default the failure is thrown. */
  readonly onFailure?: (item: Item, failure: unknown) => string[];
}

/** Each in a snapshot of its own. What takes longer than the rest of the budget is left out, and counted in a note. */
const lookWithin = async <Item>(
  db: Database,
  look: Look<Item>,
): Promise<{ readonly found: readonly string[]; readonly notes: readonly string[] }> => {
  const endsAtMs = systemClock.now() + look.budgetMs;
  const found: string[] = [];
  let left = 0;
  for (const item of look.items) {
    const restMs = endsAtMs - systemClock.now();
    const seen = restMs <= 0 ? null : await lookAt(db, look, { item, restMs });
    if (seen === null) left += 1;
    else found.push(...seen);
  }
  if (left === 0) return { found, notes: [] };
  const minutes = Math.round(look.budgetMs / 60_000).toString();
  const part = `${left.toString()} of ${look.items.length.toString()}`;
  return { found, notes: [`${part} did not fit into ${minutes} minutes; each run starts somewhere else`] };
};

/** Null means that the time is over. */
const lookAt = async <Item>(
  db: Database,
  { at, onFailure }: Look<Item>,
  { item, restMs }: { readonly item: Item; readonly restMs: number },
): Promise<string[] | null> => {
  try {
    return await db.readConsistently(async (tx) => {
      await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [Math.ceil(restMs).toString()]);
      return at(tx, item);
    });
  } catch (failure) {
    if (classifyFailure(failure) === 'timeout') return null;
    if (failure instanceof Fault || onFailure === undefined) throw failure;
    return onFailure(item, failure);
  }
};

const findingOf = (promise: string, found: readonly string[], notes: readonly string[]): InvariantFinding => {
  const finding = {
    invariant: 'I20',
    promise,
    violations: found.length,
    examples: found.slice(0, examplesMax),
  };
  return notes.length === 0 ? finding : Object.assign(finding, { note: notes.join('; ') });
};
