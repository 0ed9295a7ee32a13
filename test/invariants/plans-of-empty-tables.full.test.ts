import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { read, sources } from '../support/sources.ts';
import { type NamedStatement, namedStatementsWith } from '../support/named-statements.ts';

let scratch: ScratchDatabase;
/** Has the settings of pools whose statements name their rows by key. */
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  const options = { url: scratch.url, applicationName: 'plans', poolMax: 1, logger: silentLogger };
  db = createDatabase({ ...options, prefersIndexes: true });
});
afterAll(async () => {
  await db.close();
  await scratch.drop();
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** The plan that Postgres keeps for any parameters. */
const planOf = async ({ text }: NamedStatement): Promise<Plan> => {
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  if (row?.['QUERY PLAN'][0] === undefined) throw new Error(`no plan of ${text}`);
  return row['QUERY PLAN'][0].Plan;
};

/** Whether an index's condition says no more than of which environment the rows are. */
const isOfEnvironment = (condition: string): boolean =>
  !/\(+(?!environment_id\b)(?:\w+\.)?[a-z]\w*[ (]/.test(condition);

/** The tables that a plan reads from their first row or entry to the last, or from the first of an environment on. */
const readWhole = (plan: Plan): readonly string[] => {
  const { 'Node Type': node, 'Relation Name': table, 'Index Cond': condition } = plan;
  const isWhole =
    node === 'Seq Scan' ||
    (/^Index (?:Only )?Scan/.test(node) && (condition === undefined || isOfEnvironment(condition)));
  return [
    ...(isWhole && table !== undefined ? [table.replace(/_\d\d$/, '')] : []),
    ...(plan.Plans ?? []).flatMap(readWhole),
  ];
};

/** Returns the name and the tables of each statement that reads a table whole. */
const wholeReads = async (
  statements: readonly NamedStatement[],
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const found: Record<string, readonly string[]> = {};
  for (const statement of statements) {
    const tables = readWhole(await planOf(statement));
    if (tables.length > 0) found[statement.name] = [...new Set(tables)].toSorted();
  }
  return found;
};

const withNames = namedStatementsWith(/\bunnest\(/);

/** These are read whole on purpose, or where that costs little. */
const meant = {
  // Of one row: the database itself.
  'history-differences-insert': ['database_history'],
  // Only what is not settled, after a lost history; an operator waits for it.
  'history-differences-update': ['history_differences'],
  // Once, when a lost history is judged: webhooks are configuration.
  'written-entities': ['webhooks'],
  // Once for each dead process; a lease is a row for hundreds of tasks.
  'task-leases-take': ['task_leases'],
  // Of one receipt, for a person, until the first rows are analysed.
  'returns-of-receipt': ['transactions'],
  // By a connection for lists, until the first rewards are analysed.
  'export-rewards': ['rewards'],
  // One row of each environment.
  'memberships-at-rest': ['retierings'],
  // After an erasure, in the background, until the first events are analysed.
  'scrub-replace-referrer': ['events'],
};

test('▲ no prepared statement that is given names reads a whole table, if it was planned on a new database', async () => {
  expect(withNames.length).toBeGreaterThan(100);
  expect(await wholeReads(withNames)).toEqual(meant);
});

/** Tables that the product empties and fills again. */
const emptied = ['delivery_tasks', 'fulfilment_tasks', 'task_leases', 'webhook_catch_ups'];

test('▲ nor if it was planned when vacuum had just emptied the table', async () => {
  for (const table of emptied) await scratch.db.query(`VACUUM (ANALYZE) ${table}`);
  const touching = withNames.filter(({ text }) => emptied.some((table) => text.includes(table)));
  expect(touching.length).toBeGreaterThan(12);
  expect(await wholeReads(touching)).toEqual({ 'task-leases-take': ['task_leases'] });
});

test('a service that works on tasks says so: its pools prefer indexes', () => {
  const working = sources.filter(
    (file) =>
      /^services\/[^/]+\/src\/service\.ts$/.test(file) && read(file).includes('createPostgresTaskStore('),
  );
  expect(working).toHaveLength(2);
  for (const file of working) expect(read(file)).toContain('hasTasks: true');
});
