import pg from 'pg';
import { serviceRights } from './generated/service-rights.ts';
import type { Queryable } from './sql/database.ts';
import { sessionConfig } from './sql/session-config.ts';
import { tableCatalogue } from './table-catalogue.ts';

/** The roles of the database. None has a password before an operator sets one, and none is a superuser. */
export const databaseRoles = {
  /**
   * The role of any service, which may use rows but owns no table. It is for installations that give all
   * services one role.
   */
  app: 'loyalty_app',
  /** The role of `loyaltyctl deploy` and `migrate`, which owns every table, sequence and function. */
  migrate: 'loyalty_migrate',
  /** The role of people. It reads no code, no secret and nothing personal (D143). */
  read: 'loyalty_read',
  /**
   * The role of the nightly `check` only. It also reads the codes, references and profiles that it compares
   * (D143), and its mark (D160).
   */
  check: 'loyalty_check',
} as const;

const { app, migrate, read, check } = databaseRoles;

/** Returns the role of a service. It has the rights that the statements of the service need (D144). */
export const serviceRoleOf = (service: string): string => `loyalty_${service.replaceAll('-', '_')}`;

const serviceRoles = [...new Set(Object.values(serviceRights).flatMap(Object.keys))]
  .toSorted()
  .map(serviceRoleOf);

const allRoles = [...Object.values(databaseRoles), ...serviceRoles];

const grantedRoles = [app, read, check, ...serviceRoles];

/** If everything is there already, it needs no more than owning the database. */
const makeRoles = `
  DO $$
  DECLARE
    wanted text;
  BEGIN
    FOREACH wanted IN ARRAY ARRAY[${allRoles.map((role) => `'${role}'`).join(', ')}] LOOP
      IF to_regrole(wanted) IS NULL THEN EXECUTE format('CREATE ROLE %I LOGIN', wanted); END IF;
      IF NOT has_database_privilege(wanted, current_database(), 'CONNECT') THEN
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), wanted);
      END IF;
      IF NOT has_schema_privilege(wanted, 'public', 'USAGE') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', wanted);
      END IF;
    END LOOP;
    -- To give tables to a role, one must be a member of it.
    IF NOT pg_has_role('${migrate}', 'MEMBER') THEN EXECUTE format('GRANT ${migrate} TO %I', current_user); END IF;
    IF NOT has_schema_privilege('${migrate}', 'public', 'CREATE') THEN GRANT CREATE ON SCHEMA public TO ${migrate}; END IF;
    IF EXISTS (SELECT FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) g
                WHERE n.nspname = 'public' AND g.grantee = 0 AND g.privilege_type = 'CREATE') THEN
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END IF;
  END $$;`;

const transferOwnership = `
  DO $$
  DECLARE
    owned record;
  BEGIN
    FOR owned IN
      SELECT format('ALTER %s %s OWNER TO ${migrate}', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass) AS statement
        FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') AND c.relowner <> '${migrate}'::regrole
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
      UNION ALL
      SELECT format('ALTER FUNCTION %s OWNER TO ${migrate}', p.oid::regprocedure)
        FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> '${migrate}'::regrole
    LOOP
      EXECUTE owned.statement;
    END LOOP;
  END $$;`;

/** Partitions of a day are made between two deployments. Roles with rights by column read by the parent. */
const defaultRights = `
  DO $$
  BEGIN
    IF to_regrole('${migrate}') IS NULL OR NOT pg_has_role('${migrate}', 'USAGE') THEN RETURN; END IF;
    IF to_regrole('${app}') IS NOT NULL THEN
      ALTER DEFAULT PRIVILEGES FOR ROLE ${migrate} IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app};
      ALTER DEFAULT PRIVILEGES FOR ROLE ${migrate} IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ${app};
    END IF;
    IF to_regrole('${read}') IS NOT NULL THEN
      ALTER DEFAULT PRIVILEGES FOR ROLE ${migrate} IN SCHEMA public REVOKE SELECT ON TABLES FROM ${read};
    END IF;
  END $$;`;

interface FoundRoles {
  readonly found: readonly string[];
  readonly missing: readonly string[];
}

/** Finds which of the roles exist that have rights without owning anything. */
export const findDatabaseRoles = async (db: Queryable): Promise<FoundRoles> => {
  const rows = await db.query<{ role: string; isThere: boolean }>(
    'SELECT role, to_regrole(role) IS NOT NULL AS "isThere" FROM unnest($1::text[]) AS r (role)',
    [grantedRoles],
  );
  const names = (isThere: boolean) => rows.filter((row) => row.isThere === isThere).map(({ role }) => role);
  return { found: names(true), missing: names(false) };
};

interface Right {
  readonly role: string;
  /** A table, a sequence, or a function without its parentheses. */
  readonly on: string;
  readonly privilege: string;
  /** Null means the whole table. */
  readonly columns: readonly string[] | null;
}

const namesIn = (text = ''): readonly string[] => text.split(/\s+/).filter((name) => name !== '');

const rightsOfReaders = (isCheckApart: boolean): readonly Right[] =>
  Object.entries(tableCatalogue).flatMap(([on, columns]) => {
    const compared = [...namesIn(columns.read), ...namesIn(columns.check)];
    const right = { on, privilege: 'SELECT' };
    return [
      { ...right, role: check, columns: compared },
      // Where the nightly check has no role of its own yet, it is `read`.
      { ...right, role: read, columns: isCheckApart ? namesIn(columns.read) : compared },
    ];
  });

/** The check notes what it has proven. */
const rightsOfCheck: readonly Right[] = ['INSERT', 'UPDATE'].map((privilege) => ({
  role: check,
  on: 'check_marks',
  privilege,
  columns: null,
}));

const rightsOfServices: readonly Right[] = Object.entries(serviceRights).flatMap(([on, byService]) =>
  Object.entries(byService).flatMap(([service, privileges]) =>
    namesIn(privileges).map((privilege) => ({ role: serviceRoleOf(service), on, privilege, columns: null })),
  ),
);

/** The rights that each role has (`present`) and shall have (`wanted`) on what the session owns. */
const compared = `
  WITH relations AS (
    SELECT c.oid, c.relname::text AS name, coalesce(whole.relname, c.relname)::text AS root, c.relkind, c.relacl
      FROM pg_class c LEFT JOIN pg_class whole ON whole.oid = pg_partition_root(c.oid)
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S') AND pg_has_role(c.relowner, 'USAGE')),
  given AS (
    SELECT to_regrole(g.role)::oid AS grantee, g."on", g.privilege, g.columns
      FROM jsonb_to_recordset($1::jsonb) AS g (role text, "on" text, privilege text, columns text[])
     WHERE to_regrole(g.role) IS NOT NULL),
  wanted AS (
    SELECT g.grantee, r.oid AS relation, g.privilege, '' AS "column"
      FROM given g JOIN relations r ON r.name = g."on" WHERE g.columns IS NULL
    UNION
    SELECT g.grantee, r.oid, g.privilege, a.attname::text
      -- A check reads a partition by its own name.
      FROM given g JOIN relations r ON r.root = g."on"
      JOIN pg_attribute a ON a.attrelid = r.oid AND a.attname = ANY (g.columns) AND NOT a.attisdropped
    UNION
    SELECT to_regrole('${app}')::oid, r.oid, p.privilege, ''
      FROM relations r CROSS JOIN LATERAL unnest(CASE
             WHEN r.relkind = 'S' THEN ARRAY['USAGE', 'SELECT', 'UPDATE']
             WHEN r.name = 'schema_migrations' OR r.relkind = 'v' THEN ARRAY['SELECT']
             -- What was noted is neither changed nor taken away, but by the function that purges (D210).
             WHEN r.name = 'audit_entries' THEN ARRAY['SELECT', 'INSERT']
             ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END) AS p (privilege)
     WHERE to_regrole('${app}') IS NOT NULL),
  present AS (
    SELECT g.grantee, r.oid AS relation, g.privilege_type AS privilege, '' AS "column"
      FROM relations r CROSS JOIN LATERAL aclexplode(r.relacl) g
    UNION
    SELECT g.grantee, r.oid, g.privilege_type, a.attname::text
      FROM relations r JOIN pg_attribute a ON a.attrelid = r.oid AND NOT a.attisdropped
     CROSS JOIN LATERAL aclexplode(a.attacl) g)`;

const statementsOf = (verb: 'GRANT' | 'REVOKE'): string => `
  SELECT format('${verb} %s ON %s %s ${verb === 'GRANT' ? 'TO' : 'FROM'} %I',
                string_agg(privilege || coalesce(' (' || columns || ')', ''), ', '),
                CASE r.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, r.oid::regclass, pg_get_userbyid(grantee)) AS statement
    FROM (SELECT grantee, relation, privilege,
                 string_agg(quote_ident(NULLIF("column", '')), ', ' ORDER BY "column") AS columns
            FROM differing GROUP BY grantee, relation, privilege, "column" = '') AS one
    JOIN relations r ON r.oid = one.relation
   GROUP BY grantee, r.oid, r.relkind
   ORDER BY 1`;

/** A privilege on a table covers its columns, and to revoke it takes those on columns with it: revoke first. */
const revocations = `${compared},
  differing AS (
    SELECT * FROM present WHERE grantee = ANY (SELECT to_regrole(role)::oid FROM unnest($2::text[]) AS r (role))
    EXCEPT SELECT * FROM wanted)
  ${statementsOf('REVOKE')}`;

const grants = `${compared},
  differing AS (SELECT * FROM wanted EXCEPT SELECT * FROM present)
  ${statementsOf('GRANT')}`;

/** A function that acts with its owner's rights is nobody's without a grant. */
const functionRights = `
  WITH own AS (
    SELECT oid, proname::text AS name, proacl FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosecdef AND pg_has_role(proowner, 'USAGE')
       -- An installation whose services have a role of another name needs the grant to everybody.
       AND EXISTS (SELECT FROM unnest($2::text[]) AS r (role) WHERE to_regrole(role) IS NOT NULL)),
  given AS (
    SELECT g.role, g."on" FROM jsonb_to_recordset($1::jsonb) AS g (role text, "on" text, privilege text)
     WHERE g.privilege = 'EXECUTE'
    UNION SELECT '${app}', name FROM own)
  SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', oid::regprocedure) AS statement FROM own
   WHERE proacl IS NULL OR EXISTS (SELECT FROM aclexplode(proacl) WHERE grantee = 0)
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', o.oid::regprocedure, g.role)
    FROM own o JOIN given g ON g."on" = o.name
   WHERE to_regrole(g.role) IS NOT NULL
     AND NOT EXISTS (SELECT FROM aclexplode(o.proacl) e WHERE e.grantee = to_regrole(g.role)::oid)`;

interface GrantOptions {
  /**
   * Also takes from services what none of their statements needs any more. Not while an older build may run,
   * nor where it may be deployed again.
   */
  readonly isNarrowing?: boolean;
}

/**
 * Gives the existing roles their rights on what the session's user owns, and takes from readers the rights on
 * what they must not see. Does nothing if the roles were not created, and changes nothing if they have their
 * rights.
 */
export const grantDatabaseRoles = async (
  session: pg.Client,
  { isNarrowing = false }: GrantOptions = {},
): Promise<void> => {
  const { rows } = await session.query<{ role: string }>(
    'SELECT role FROM unnest($1::text[]) AS r (role) WHERE to_regrole(role) IS NOT NULL',
    [grantedRoles],
  );
  if (rows.length === 0) return;
  await session.query(defaultRights);
  const rights = JSON.stringify([
    ...rightsOfReaders(rows.some(({ role }) => role === check)),
    ...rightsOfCheck,
    ...rightsOfServices,
  ]);
  const narrowed = [app, read, check, ...(isNarrowing ? serviceRoles : [])];
  for (const [text, values] of [
    [revocations, [rights, narrowed]],
    [grants, [rights]],
    [functionRights, [rights, [app, ...serviceRoles]]],
  ] as const)
    await runEach(session, text, values);
};

const runEach = async (session: pg.Client, text: string, values: readonly unknown[]): Promise<void> => {
  const { rows } = await session.query<{ statement: string }>(text, [...values]);
  for (const { statement } of rows) await session.query(statement);
};

/**
 * Creates the roles, and makes {@link databaseRoles}`.migrate` the owner of every table. It is safe to
 * repeat. The address's user must be allowed to create the missing roles, and must own what exists. It fails
 * if a table is in use for longer than 2 s.
 */
export const makeDatabaseRoles = async (url: string): Promise<readonly string[]> => {
  const session = new pg.Client(sessionConfig({ url, applicationName: 'loyalty-roles' }));
  session.on('error', () => undefined);
  await session.connect();
  try {
    await session.query(`BEGIN; SET LOCAL lock_timeout = '2s'`);
    for (const statement of [makeRoles, transferOwnership]) await session.query(statement);
    await grantDatabaseRoles(session, { isNarrowing: true });
    await session.query('COMMIT');
    return allRoles;
  } finally {
    await session.end();
  }
};
