import { roles } from '../principals.ts';
import { runLoyaltyctl, settingsOf, type SecuredStack } from '../secured-stack.ts';
import { owner } from '../servers/postgres.ts';

/** SQLSTATE of what a role may not do. */
const refused = '42501';

const ddl = [
  'CREATE TABLE mine (id int)',
  'ALTER TABLE members ADD COLUMN more int',
  'DROP TABLE members',
  'TRUNCATE members',
  'CREATE INDEX more ON members (id)',
  'CREATE ROLE other',
  'DELETE FROM schema_migrations',
];

/** Services change rows and nothing else. */
export const judgeServiceRole = async (stack: SecuredStack): Promise<readonly string[]> => [
  ...(await allowedOf(stack, roles.app, ddl)).map((statement) => `${roles.app} may «${statement}»`),
  ...(await strangeOwners(stack)),
];

/** Returns the statements that the role was allowed, or that failed for another reason. Those that were run are undone. */
const allowedOf = async (
  { postgres }: SecuredStack,
  role: string,
  statements: readonly string[],
): Promise<readonly string[]> => {
  const allowed: string[] = [];
  for (const statement of statements) {
    const code = await postgres.query(role, 'BEGIN', statement, 'ROLLBACK').then(
      () => 'none',
      (failure: unknown) => (failure as { readonly code?: string }).code ?? String(failure),
    );
    if (code !== refused) allowed.push(`${statement} (${code})`);
  }
  return allowed;
};

/** Migrations run as their own role, so everything belongs to that role. */
const strangeOwners = async ({ postgres }: SecuredStack): Promise<readonly string[]> => {
  const rows = await postgres.query<{ name: string; owner: string }>(
    owner,
    `SELECT c.relname AS name, pg_get_userbyid(c.relowner) AS owner FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S', 'i', 'v')`,
  );
  const strange = rows.filter(({ owner: of }) => of !== roles.migrate);
  return [
    ...(rows.length > 50 ? [] : [`there are ${rows.length.toString()} tables, sequences and indexes only`]),
    ...strange.map(({ name, owner: of }) => `${name} belongs to ${of}`),
  ];
};

/** Columns that hold a secret of a tenant, or the hash of a key. */
const secretColumns = `
  SELECT format('SELECT %I FROM %s LIMIT 1', a.attname, c.oid::regclass) AS statement
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname IN ('secret', 'hash')`;

/** Readers read what is no secret, and change nothing. */
export const judgeReadingRole = async (stack: SecuredStack): Promise<readonly string[]> => {
  const { postgres } = stack;
  const secrets = await postgres.query<{ statement: string }>(owner, secretColumns);
  const statements = [
    ...secrets.map(({ statement }) => statement),
    'SELECT * FROM webhooks',
    'SELECT * FROM api_keys',
    'UPDATE members SET points_balance = 1',
    'DELETE FROM ledger_entries',
  ];
  const allowed = await allowedOf(stack, roles.read, statements);
  const [members] = await postgres.query<{ count: string }>(roles.read, 'SELECT count(*) FROM members');
  return [
    ...(secrets.length >= 3 ? [] : [`only ${secrets.length.toString()} columns with secrets were found`]),
    ...allowed.map((statement) => `${roles.read} may «${statement}»`),
    ...(Number(members?.count ?? 0) > 0 ? [] : [`${roles.read} sees no members`]),
  ];
};

/** The nightly check needs no more than to read. */
export const judgeBooks = async (stack: SecuredStack): Promise<readonly string[]> => {
  const settings = settingsOf(stack, { principal: 'loyaltyctl', role: roles.read });
  const { code, stdout, stderr } = await runLoyaltyctl(stack, ['check'], settings);
  return code === 0 ? [] : [`loyaltyctl check ended with ${code.toString()}: ${stdout} ${stderr}`];
};
