import { serviceNames, type ServiceName } from '@loyalty/contracts';
import { databaseRoles as roles, serviceRoleOf } from '@loyalty/storage/database-roles';
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

/**
 * Statements that no service needs that talks with strangers, decides receipts, or only follows facts. Every reader
 * of streams may end keys and endpoints that a lost history left behind, so it reads those tables.
 */
const foreign: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  'webhook-dispatcher': [
    'UPDATE members SET points_balance = 1',
    'INSERT INTO ledger_entries SELECT * FROM ledger_entries',
    'UPDATE api_keys SET revoked_at = NULL',
    'UPDATE campaign_budgets SET spent_cents = 0',
    'SELECT code FROM pool_codes',
  ],
  'segment-service': [
    'INSERT INTO api_keys SELECT * FROM api_keys',
    'INSERT INTO webhooks SELECT * FROM webhooks',
    'SELECT code FROM reward_codes',
  ],
  'earn-engine': [
    'INSERT INTO api_keys SELECT * FROM api_keys',
    'DELETE FROM members',
    'SELECT code FROM reward_codes',
    'DELETE FROM pool_codes',
  ],
};

/** Services change rows of their own and nothing else. */
export const judgeServiceRoles = async (stack: SecuredStack): Promise<readonly string[]> => {
  const faults = [...(await strangeOwners(stack))];
  for (const service of serviceNames) {
    const role = serviceRoleOf(service);
    const allowed = await allowedOf(stack, role, [...ddl, ...(foreign[service] ?? [])]);
    faults.push(...allowed.map((statement) => `${role} may «${statement}»`));
  }
  return faults;
};

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

/** Columns that hold a secret, the hash of a key, a code, or what a person said of himself. */
const secretColumns = `
  SELECT format('SELECT %I FROM %s LIMIT 1', a.attname, c.oid::regclass) AS statement
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
     AND (a.attname IN ('secret', 'previous_secret', 'hash', 'email', 'phone', 'external_ref', 'payload', 'request_body')
          OR (c.relname, a.attname) IN (('rewards', 'code'), ('reward_codes', 'code'), ('pool_codes', 'code'), ('member_profiles', 'name')))`;

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
    `SELECT remove_delivery_days(now(), 1)`,
  ];
  const allowed = await allowedOf(stack, roles.read, statements);
  const [members] = await postgres.query<{ count: string }>(roles.read, 'SELECT count(*) FROM members');
  return [
    ...(secrets.length >= 12 ? [] : [`only ${secrets.length.toString()} columns with secrets were found`]),
    ...allowed.map((statement) => `${roles.read} may «${statement}»`),
    ...(Number(members?.count ?? 0) > 0 ? [] : [`${roles.read} sees no members`]),
  ];
};

/** The nightly check has a role of its own, which only reads. */
export const judgeBooks = async (stack: SecuredStack): Promise<readonly string[]> => {
  const settings = settingsOf(stack, { principal: 'loyaltyctl', role: roles.check });
  const { code, stdout, stderr } = await runLoyaltyctl(stack, ['check'], settings);
  return code === 0 ? [] : [`loyaltyctl check ended with ${code.toString()}: ${stdout} ${stderr}`];
};
